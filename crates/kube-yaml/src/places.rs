//! Lines and columns of the bytes in a text.

use super::Place;

const START: Place = Place { line: 1, column: 1 };

/// The place of the byte at an offset.
pub fn place_at(text: &str, at: usize) -> Place {
    after(START, text.as_bytes().get(..at).unwrap_or(text.as_bytes()))
}

/// Finds places for callers that need many of them in the same text: each lookup reads only a short piece of the text, however
/// long the text or its lines are.
#[derive(Debug)]
pub struct Places {
    /// The places of bytes at regular distances.
    marks: Vec<Place>,
}

/// The distance between marks in bytes.
const STRIDE: usize = 512;

impl Places {
    pub fn of(text: &str) -> Places {
        let mut place = START;
        let mut marks = Vec::with_capacity(text.len() / STRIDE + 2);
        marks.push(place);
        for piece in text.as_bytes().chunks(STRIDE) {
            place = after(place, piece);
            marks.push(place);
        }
        Places { marks }
    }

    /// The place of the byte at an offset; `text` must be the text from which this was made.
    pub fn at(&self, text: &str, at: usize) -> Place {
        let at = at.min(text.len());
        let mark = at / STRIDE;
        let piece = text.as_bytes().get(mark * STRIDE..at).unwrap_or_default();
        after(self.marks.get(mark).copied().unwrap_or(START), piece)
    }
}

/// The place after a piece of text that begins at `place`. The piece may end inside a character.
fn after(place: Place, piece: &[u8]) -> Place {
    // A character is counted at its first byte.
    let characters = |piece: &[u8]| piece.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
    match piece.iter().rposition(|byte| *byte == b'\n') {
        Some(newline) => Place {
            line: place.line + piece.iter().filter(|byte| **byte == b'\n').count(),
            column: 1 + characters(piece.get(newline + 1..).unwrap_or_default()),
        },
        None => Place { column: place.column + characters(piece), ..place },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_from_the_beginning_of_the_line() {
        let text = "aé\n😀b\n\n".repeat(200) + &"é".repeat(2000) + "\nend";
        let places = Places::of(&text);
        let (mut line, mut column) = (1, 1);
        for (at, character) in text.char_indices() {
            assert_eq!(places.at(&text, at), Place { line, column });
            assert_eq!(place_at(&text, at), Place { line, column });
            (line, column) = if character == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        assert_eq!(places.at(&text, text.len()), Place { line, column });
        assert_eq!(places.at(&text, usize::MAX), Place { line, column });
        let full = "x".repeat(STRIDE);
        assert_eq!(Places::of(&full).at(&full, STRIDE), Place { line: 1, column: STRIDE + 1 });
    }
}
