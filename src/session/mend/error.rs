//! Why a finding is not mended.

/// Why a text is left as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unmendable {
    /// More would change than was meant.
    #[error("the text cannot be changed there without changing something else")]
    Tangled,
    /// The documents would differ from what the changes make of them.
    #[error("the text cannot be changed there without changing something else, such as what an anchor shares")]
    Shared,
    /// Two changes meet.
    #[error("two changes touch the same place")]
    Meets,
    /// The document has no such field.
    #[error("what is to be changed is not there")]
    Gone,
    /// Another entry has the key already.
    #[error("there is an entry {0} already")]
    Taken(String),
    /// It is an item of a list.
    #[error("what stands there has no key")]
    NoKey,
    /// It is a text of several lines.
    #[error("the text goes over several lines")]
    SeveralLines,
    /// The value to be quoted is more than one word.
    #[error("what stands there is no plain number or truth value")]
    NotPlain,
    /// It has no place of its own.
    #[error("it does not stand there by itself: an anchor or a list brings it in")]
    BroughtIn,
    /// The mark of a list stands before it on its line.
    #[error("it begins an item of a list")]
    BeginsItem,
    /// Something else follows it on its line.
    #[error("something else stands behind it on the same line")]
    NotAlone,
    /// The map that it is to stand in is empty.
    #[error("there is nothing yet beside which it could stand")]
    NothingBeside,
}
