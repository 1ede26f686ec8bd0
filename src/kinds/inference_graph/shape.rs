//! How the nodes of a graph are connected.

use std::collections::{BTreeMap, BTreeSet};

use super::view::{Graph, Node, ROOT, Target};

/// The nodes of a graph, with the nodes that their steps lead to.
#[derive(Debug)]
pub struct Shape<'g> {
    edges: BTreeMap<&'g str, Vec<&'g str>>,
}

impl<'g> Shape<'g> {
    pub fn of(graph: &'g Graph) -> Shape<'g> {
        let next = |node: Node<'g>| {
            node.steps().filter_map(|step| match step.target() {
                Some(Target::Node(name)) => Some(name),
                _ => None,
            })
        };
        Shape { edges: graph.nodes().map(|node| (node.name, next(node).collect())).collect() }
    }

    pub fn has(&self, node: &str) -> bool {
        self.edges.contains_key(node)
    }

    /// The nodes that requests can reach.
    pub fn reached(&self) -> BTreeSet<&'g str> {
        let mut reached = BTreeSet::new();
        let mut open = vec![ROOT];
        while let Some(node) = open.pop() {
            let Some((node, next)) = self.edges.get_key_value(node) else { continue };
            if reached.insert(*node) {
                open.extend(next.iter().copied());
            }
        }
        reached
    }

    /// The nodes on a path from a node back to itself, including the node; `None` if there is no such path.
    pub fn cycle_through(&self, node: &'g str) -> Option<Vec<&'g str>> {
        let mut before: BTreeMap<&str, &str> = BTreeMap::new();
        let mut open = std::collections::VecDeque::from([node]);
        while let Some(current) = open.pop_front() {
            for next in self.edges.get(current).into_iter().flatten().copied() {
                if next == node {
                    let mut way = vec![current];
                    while let Some(previous) =
                        way.last().filter(|last| **last != node).and_then(|last| before.get(last))
                    {
                        way.push(previous);
                    }
                    way.reverse();
                    return Some(way);
                }
                if next != node && !before.contains_key(next) {
                    before.insert(next, current);
                    open.push_back(next);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Value;
    use crate::release::Version;
    use crate::schema::Types;

    fn graph(nodes: &[(&str, &[&str])]) -> Graph {
        let node = |next: &&[&str]| {
            let steps: Vec<Value> = next.iter().map(|next| json!({ "nodeName": next })).collect();
            json!({ "routerType": "Sequence", "steps": steps })
        };
        let nodes: serde_json::Map<String, Value> =
            nodes.iter().map(|(name, next)| ((*name).to_owned(), node(next))).collect();
        let stored = json!({ "metadata": { "name": "flow" }, "spec": { "nodes": nodes } });
        Graph::of(Types::of(Version::NEWEST), stored.as_object().unwrap())
    }

    #[test]
    fn a_cycle_is_found_from_each_of_its_nodes() {
        let graph = graph(&[("root", &["a", "gone"]), ("a", &["b"]), ("b", &["c"]), ("c", &["a"]), ("d", &["d"])]);
        let shape = Shape::of(&graph);
        assert_eq!(shape.reached().into_iter().collect::<Vec<_>>(), ["a", "b", "c", "root"]);
        assert_eq!(shape.cycle_through("root"), None);
        assert_eq!(shape.cycle_through("b"), Some(vec!["b", "c", "a"]));
        assert_eq!(shape.cycle_through("d"), Some(vec!["d"]));
        assert!(!shape.has("gone"));
    }
}
