//! Messages to other ranks, packed into words.

/// The words that one thread has for the other ranks: places, with a tag for each. A tag is sent only when it
/// differs from the one before.
pub(super) struct Outbox {
    pub(super) words: Vec<Vec<u32>>,
    tags: Vec<Option<u8>>,
}

/// Words from here on are tags.
const TAG: u32 = u32::MAX - u8::MAX as u32;

/// The most numbers that a rank can hold of a class.
pub(super) const LARGEST_SHARE: u64 = TAG as u64;

impl Outbox {
    pub(super) fn new(ranks: usize) -> Outbox {
        Outbox { words: vec![Vec::new(); ranks], tags: vec![None; ranks] }
    }

    /// Adds a place in a rank's share. Returns the number of words that this takes.
    #[inline]
    pub(super) fn push(&mut self, rank: usize, tag: u8, place: u32) -> usize {
        let words = &mut self.words[rank];
        let before = words.len();
        if self.tags[rank] != Some(tag) {
            self.tags[rank] = Some(tag);
            words.push(TAG + u32::from(tag));
        }
        words.push(place);
        words.len() - before
    }

    /// The tags and places of words, in the order in which they were pushed.
    pub(super) fn read(words: &[u32]) -> impl Iterator<Item = (u8, usize)> {
        let mut tag = 0;
        words.iter().filter_map(move |&word| {
            if word >= TAG {
                tag = (word - TAG) as u8;
                return None;
            }
            Some((tag, word as usize))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outboxes_read_as_written() {
        let mut outbox = Outbox::new(2);
        let pushed = [(2, 7), (2, 0), (1, TAG - 1), (2, 7)];
        let words: usize = pushed.iter().map(|&(tag, place)| outbox.push(1, tag, place)).sum();
        assert_eq!((words, outbox.words[0].len()), (outbox.words[1].len(), 0));
        let read: Vec<_> = Outbox::read(&outbox.words[1]).map(|(tag, place)| (tag, place as u32)).collect();
        assert_eq!(read, pushed);
    }
}
