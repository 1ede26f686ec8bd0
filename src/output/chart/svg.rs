//! Charts as pictures: boxes in columns, from the resource on the left to the URL on the right.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::{Chart, Form};
use crate::kinds::Title;
use crate::order;
use crate::output::html::escaped;
use crate::output::printable::on_one_line;

/// Sizes, in pixels of the picture.
const CHARACTER: usize = 8;
const HEIGHT: usize = 44;
const ROW: usize = 66;
const MARGIN: usize = 12;
/// The space that an arrow takes beside its label.
const ARROW: usize = 40;

/// Where a box stands.
#[derive(Debug, Clone, Copy, Default)]
struct Frame {
    x: usize,
    y: usize,
    width: usize,
}

impl Chart {
    /// The labels of the arrows to each box, which end at one place.
    fn labels(&self) -> Vec<(usize, String)> {
        let mut all: Vec<(usize, Vec<&str>)> = Vec::new();
        for arrow in &self.arrows {
            let label = arrow.label.as_str();
            match all.iter_mut().find(|(to, _)| *to == arrow.to) {
                Some((_, labels)) if labels.contains(&label) => {}
                Some((_, labels)) => labels.push(label),
                None => all.push((arrow.to, vec![label])),
            }
        }
        all.into_iter().map(|(to, labels)| (to, labels.join(", "))).collect()
    }

    /// The chart as a picture; `number` tells it from others on a page. Those who do not see it read its tree.
    pub fn to_svg(&self, number: usize) -> String {
        let frames = self.frames();
        let right = frames.iter().map(|frame| frame.x + frame.width).max().unwrap_or_default() + MARGIN;
        let bottom = frames.iter().map(|frame| frame.y + HEIGHT).max().unwrap_or_default() + MARGIN;
        let title = self.boxes.first().map(Title::to_string).unwrap_or_default();
        let mut out = format!(
            "<svg class=\"picture\" xmlns=\"http://www.w3.org/2000/svg\" width=\"{right}\" height=\"{bottom}\" \
             viewBox=\"0 0 {right} {bottom}\" role=\"img\" aria-labelledby=\"p{number}-title p{number}-tree\">\n\
             <title id=\"p{number}-title\">What becomes of {}</title>\n<desc id=\"p{number}-tree\">{}</desc>\n\
             <defs><marker id=\"p{number}-tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
             orient=\"auto\"><path d=\"M0 0 8 4 0 8z\"/></marker></defs>\n",
            escaped(&on_one_line(&title)),
            escaped(&self.to_text(Form::Tree)),
        );
        for arrow in &self.arrows {
            if let (Some(from), Some(to)) = (frames.get(arrow.from), frames.get(arrow.to)) {
                write_arrow(*from, *to, number, &mut out);
            }
        }
        // After all arrows, so that none is drawn over words.
        for (to, label) in self.labels() {
            if let Some(to) = frames.get(to) {
                write_label(&label, *to, &mut out);
            }
        }
        for (title, frame) in self.boxes.iter().zip(&frames) {
            write_box(title, *frame, &mut out);
        }
        out.push_str("</svg>\n");
        out
    }

    /// The place of each box: columns by the longest way from the resource, rows near those of the boxes before.
    fn frames(&self) -> Vec<Frame> {
        let columns = self.columns();
        let last = columns.iter().copied().max().unwrap_or_default();
        let mut frames = vec![Frame::default(); self.boxes.len()];
        let mut x = MARGIN;
        for column in 0..=last {
            let mut members: Vec<usize> =
                (0..self.boxes.len()).filter(|at| columns.get(*at) == Some(&column)).collect();
            order::sort_by_key(&mut members, |at| (self.mean_before(*at, &columns, &frames), *at));
            let width = members.iter().filter_map(|at| self.boxes.get(*at)).map(width).max();
            let width = width.unwrap_or_default();
            for (row, at) in members.into_iter().enumerate() {
                if let Some(frame) = frames.get_mut(at) {
                    *frame = Frame { x, y: MARGIN + row * ROW, width };
                }
            }
            let leaves = self.arrows.iter().filter(|arrow| columns.get(arrow.from) == Some(&column));
            let label = leaves.map(|arrow| arrow.label.chars().count().min(24) * CHARACTER).max().unwrap_or_default();
            x += width + label + ARROW;
        }
        frames
    }

    /// The mean of the heights of the boxes that lead to one, all of which stand in columns before it.
    fn mean_before(&self, at: usize, columns: &[usize], frames: &[Frame]) -> usize {
        let before = self.arrows.iter().filter(|arrow| arrow.to == at && columns.get(arrow.from) < columns.get(at));
        let heights: Vec<usize> = before.filter_map(|arrow| Some(frames.get(arrow.from)?.y)).collect();
        heights.iter().sum::<usize>() / heights.len().max(1)
    }

    /// The column of each box. Arrows that lead back count for nothing.
    fn columns(&self) -> Vec<usize> {
        let mut columns = vec![0; self.boxes.len()];
        let mut state = vec![State::New; self.boxes.len()];
        let mut order = Vec::with_capacity(self.boxes.len());
        let mut forward = Vec::new();
        for start in 0..self.boxes.len() {
            self.visit(start, &mut state, &mut order, &mut forward);
        }
        for from in order.into_iter().rev() {
            for arrow in forward.iter().filter_map(|at| self.arrows.get(*at)).filter(|arrow| arrow.from == from) {
                let next = columns.get(from).copied().unwrap_or_default() + 1;
                if let Some(column) = columns.get_mut(arrow.to) {
                    *column = next.max(*column);
                }
            }
        }
        columns
    }

    /// Visits a box and all behind it, each once; in `order`, a box stands after those to which it leads.
    fn visit(&self, start: usize, state: &mut [State], order: &mut Vec<usize>, forward: &mut Vec<usize>) {
        let mut stack = vec![(start, 0)];
        while let Some((at, next)) = stack.pop() {
            if next == 0 {
                match state.get_mut(at) {
                    Some(known @ State::New) => *known = State::Open,
                    _ => continue,
                }
            }
            let arrow = self.arrows.iter().enumerate().skip(next).find(|(_, arrow)| arrow.from == at);
            let Some((place, arrow)) = arrow else {
                if let Some(known) = state.get_mut(at) {
                    *known = State::Done;
                }
                order.push(at);
                continue;
            };
            stack.push((at, place + 1));
            match state.get(arrow.to) {
                Some(State::Open) | None => {}
                Some(State::Done) => forward.push(place),
                Some(State::New) => {
                    forward.push(place);
                    stack.push((arrow.to, 0));
                }
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// The two lines of a box: what it is, and its name.
fn lines(title: &Title) -> (Cow<'_, str>, Cow<'_, str>) {
    (on_one_line(&title.what), on_one_line(&title.name))
}

fn width(title: &Title) -> usize {
    let (what, name) = lines(title);
    (what.chars().count().max(name.chars().count()) * CHARACTER).max(60) + 20
}

fn write_box(title: &Title, frame: Frame, out: &mut String) {
    let Frame { x, y, width } = frame;
    let (what, name) = lines(title);
    let middle = x + width / 2;
    let _ = write!(out, "<g class=\"box\"><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{HEIGHT}\" rx=\"6\"/>");
    if what.is_empty() {
        let _ = write!(out, "<text x=\"{middle}\" y=\"{}\">{}</text>", y + 27, escaped(&name));
    } else {
        let _ = write!(out, "<text class=\"kind\" x=\"{middle}\" y=\"{}\">{}</text>", y + 18, escaped(&what));
        let _ = write!(out, "<text x=\"{middle}\" y=\"{}\">{}</text>", y + 35, escaped(&name));
    }
    out.push_str("</g>\n");
}

fn write_arrow(from: Frame, to: Frame, number: usize, out: &mut String) {
    let (x1, y1) = (from.x + from.width, from.y + HEIGHT / 2);
    let (x2, y2) = (to.x, to.y + HEIGHT / 2);
    let half = x2.saturating_sub(x1) / 2;
    let (bend, back) = (x1 + half.max(ARROW), x2.saturating_sub(half.max(ARROW)));
    let _ = writeln!(
        out,
        "<path class=\"arrow\" marker-end=\"url(#p{number}-tip)\" d=\"M{x1} {y1}C{bend} {y1} {back} {y2} {x2} {y2}\"/>"
    );
}

fn write_label(label: &str, to: Frame, out: &mut String) {
    let label = on_one_line(label);
    let shown: String = match label.chars().count() > 24 {
        true => label.chars().take(23).chain(['…']).collect(),
        false => label.into_owned(),
    };
    // Near the end, where arrows from one box lie apart.
    let (x, y) = (to.x.saturating_sub(12), (to.y + HEIGHT / 2).saturating_sub(5));
    let _ = writeln!(out, "<text class=\"label\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(&shown));
}

#[cfg(test)]
mod tests {
    use super::super::Arrow;
    use super::*;

    fn chart(boxes: &[&str], arrows: &[(usize, usize)]) -> Chart {
        let arrows = arrows.iter().map(|(from, to)| Arrow { from: *from, to: *to, label: "to".into() });
        let title =
            |title: &&str| title.split_once(' ').map_or(Title::of_url(title), |(what, name)| Title::new(what, name));
        Chart { boxes: boxes.iter().map(title).collect(), arrows: arrows.collect() }
    }

    #[test]
    fn what_arrows_to_one_box_say_stands_once_beside_it() {
        let mut chart = chart(
            &["Service a", "Deployment b", "Deployment c", "Service d"],
            &[(0, 1), (0, 2), (1, 3), (2, 3), (0, 3)],
        );
        chart.arrows[4].label = "picks".into();
        let svg = chart.to_svg(0);
        assert_eq!(svg.matches("class=\"arrow\"").count(), 5);
        assert_eq!(svg.matches("class=\"label\"").count(), 3, "{svg}");
        assert!(svg.contains(">to, picks</text>"), "{svg}");
    }

    #[test]
    fn boxes_stand_behind_all_that_lead_to_them_even_in_a_circle() {
        let chart = chart(&["a", "b", "c", "d"], &[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)]);
        assert_eq!(chart.columns(), [0, 1, 2, 3]);
    }

    #[test]
    fn a_picture_has_all_boxes_and_what_users_write_is_text() {
        let svg = chart(&["Service <x>", "URL http://a"], &[(0, 1)]).to_svg(0);
        assert!(svg.contains(">&lt;x&gt;</text>") && svg.contains(">http://a</text>"), "{svg}");
        assert_eq!(svg.matches("<rect").count(), 2);
        assert_eq!(svg.matches("class=\"arrow\"").count(), 1);
    }

    #[test]
    fn boxes_of_a_column_do_not_lie_over_each_other() {
        let chart = chart(&["a", "b", "c", "d", "e"], &[(0, 1), (0, 2), (0, 3), (3, 4)]);
        let frames = chart.frames();
        for (at, one) in frames.iter().enumerate() {
            let apart = |other: &Frame| one.x != other.x || one.y.abs_diff(other.y) >= HEIGHT;
            assert!(frames.iter().skip(at + 1).all(apart), "{frames:?}");
        }
    }
}
