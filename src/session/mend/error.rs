//! Why a finding is not mended.

/// Why a text is left as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unmendable {
    /// More would change than what is meant.
    #[error("the text cannot be changed there without changing something else")]
    Tangled,
    /// The documents would say something else than what the changes make of them.
    #[error("the text cannot be changed there without changing something else, such as what an anchor shares")]
    Shared,
    /// Two changes meet.
    #[error("two changes touch the same place")]
    Meets,
    /// The document has no such field.
    #[error("what is to be changed is not there")]
    Gone,
    /// The key is another entry's already.
    #[error("there is an entry {0} already")]
    Taken(String),
    /// It is an item of a list.
    #[error("what stands there has no key")]
    NoKey,
    /// It is a text of several lines.
    #[error("the text goes over several lines")]
    SeveralLines,
    /// What is to have quotes is more than one word.
    #[error("what stands there is no plain number or truth value")]
    NotPlain,
    /// It has no place of its own.
    #[error("it does not stand there by itself: an anchor or a list brings it in")]
    BroughtIn,
    /// The mark of a list stands before it on its line.
    #[error("it begins an item of a list")]
    BeginsItem,
    /// Its line has something else behind it.
    #[error("something else stands behind it on the same line")]
    NotAlone,
    /// What it is to stand in is empty.
    #[error("there is nothing yet beside which it could stand")]
    NothingBeside,
}
