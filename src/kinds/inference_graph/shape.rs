//! How the nodes of a graph are connected.

use std::collections::{BTreeMap, BTreeSet};

use super::view::{Graph, Node, ROOT, Step, Target};

/// The nodes of a graph, with the nodes that their steps lead to.
#[derive(Debug)]
pub struct Shape<'g> {
    edges: BTreeMap<&'g str, Vec<&'g str>>,
}

impl<'g> Shape<'g> {
    pub fn of(graph: &'g Graph) -> Shape<'g> {
        Shape::along(graph, |_, _| true)
    }

    /// The nodes of a graph, connected by some of its steps.
    pub fn along(graph: &'g Graph, follows: impl Fn(&Node<'g>, &Step<'g>) -> bool) -> Shape<'g> {
        let next = |node: Node<'g>| {
            let steps = node.steps().filter(|step| follows(&node, step));
            let next = steps.filter_map(|step| match step.target() {
                Some(Target::Node(name)) => Some(name),
                _ => None,
            });
            next.collect()
        };
        Shape { edges: graph.nodes().map(|node| (node.name, next(node))).collect() }
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

    /// The groups of nodes that lead to each other, each sorted by name; a node in no circle is a group of its own. A group stands
    /// behind all those that its steps lead to. Each step is followed twice, however the nodes are connected.
    pub fn groups(&self) -> Vec<Vec<&'g str>> {
        let mut before: BTreeMap<&str, Vec<&'g str>> = BTreeMap::new();
        for (node, next) in &self.edges {
            for next in next {
                before.entry(next).or_default().push(node);
            }
        }
        let mut seen = BTreeSet::new();
        let mut groups = Vec::new();
        // What leads to the node that was left last is either in a circle with it or in a group that is already known.
        for node in self.left().into_iter().rev() {
            let (mut group, mut open) = (Vec::new(), vec![node]);
            while let Some(node) = open.pop() {
                if seen.insert(node) {
                    group.push(node);
                    open.extend(before.get(node).into_iter().flatten().copied());
                }
            }
            if !group.is_empty() {
                group.sort_unstable();
                groups.push(group);
            }
        }
        groups.reverse();
        groups
    }

    /// All nodes in the order in which a depth-first search leaves them. A graph may be deeper than the stack allows calls.
    fn left(&self) -> Vec<&'g str> {
        let mut seen = BTreeSet::new();
        let mut left = Vec::new();
        for (start, next) in &self.edges {
            let mut open = Vec::new();
            if seen.insert(*start) {
                open.push((*start, next.iter()));
            }
            while let Some((node, next)) = open.last_mut() {
                match next.next().map(|next| self.edges.get_key_value(next)) {
                    Some(Some((next, after))) if seen.insert(*next) => open.push((*next, after.iter())),
                    Some(_) => {}
                    None => {
                        left.push(*node);
                        open.pop();
                    }
                }
            }
        }
        left
    }

    /// The circles in which steps lead, each from its first node by name on, sorted: of nodes that lead to each other, the shortest
    /// one through the first of them, and each node that leads to itself. There may be too many circles to tell all.
    pub fn circles(&self) -> Vec<Vec<&'g str>> {
        let mut circles = Vec::new();
        for group in self.groups() {
            let members: BTreeSet<&str> = group.iter().copied().collect();
            let first = group.first().and_then(|first| self.circle_through(first, &members));
            let leads_to_itself = |node: &&str| self.edges.get(node).is_some_and(|next| next.contains(node));
            let others = group.iter().skip(1).copied().filter(leads_to_itself).map(|node| vec![node]);
            circles.extend(first.into_iter().chain(others));
        }
        circles.sort_unstable();
        circles
    }

    /// The nodes on a shortest path from a node back to itself through members of its group, including the node.
    fn circle_through(&self, node: &'g str, group: &BTreeSet<&str>) -> Option<Vec<&'g str>> {
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
                if group.contains(next) && !before.contains_key(next) {
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
    fn nodes_that_lead_to_each_other_are_a_group_with_a_circle() {
        let graph = graph(&[
            ("root", &["a", "gone"]),
            ("a", &["b"]),
            ("b", &["d", "c"]),
            ("c", &["c", "b", "a"]),
            ("d", &["d"]),
            ("e", &["root"]),
        ]);
        let shape = Shape::of(&graph);
        assert_eq!(shape.reached().into_iter().collect::<Vec<_>>(), ["a", "b", "c", "d", "root"]);
        assert_eq!(shape.groups(), [vec!["d"], vec!["a", "b", "c"], vec!["root"], vec!["e"]]);
        assert_eq!(shape.circles(), [vec!["a", "b", "c"], vec!["c"], vec!["d"]]);
        assert!(!shape.has("gone"));
    }

    /// Calls for each node would need more stack than a thread has.
    #[test]
    fn a_long_chain_and_a_long_circle_are_followed() {
        let names: Vec<String> = (0..20_000).map(|at| format!("n{at:05}")).collect();
        let chain: Vec<[&str; 1]> = names.iter().skip(1).map(|next| [next.as_str()]).collect();
        let nodes: Vec<(&str, &[&str])> =
            names.iter().zip(&chain).map(|(node, next)| (node.as_str(), &next[..])).collect();
        let open = graph(&nodes);
        assert_eq!(Shape::of(&open).groups().len(), names.len() - 1);
        assert!(Shape::of(&open).circles().is_empty());
        let back: [&str; 1] = ["n00000"];
        let closed = graph(&[&nodes[..], &[("n19999", &back[..])]].concat());
        assert_eq!(Shape::of(&closed).circles(), [names.iter().map(String::as_str).collect::<Vec<_>>()]);
    }
}
