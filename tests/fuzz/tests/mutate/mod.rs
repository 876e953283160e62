//! Inputs made of other inputs.

/// What parsers trip over.
const WORDS: &[&str] = &[
    "null",
    "true",
    "-1",
    "0.5",
    "1e999",
    "18446744073709551616",
    "\"\"",
    "{}",
    "[]",
    "\\u0000",
    "\\ud800",
    "\u{feff}",
    "\u{202e}",
    "é",
    "%",
    "%2f",
    "%00",
    "..",
    "//",
    "\\",
    "\r",
    "\n",
    "\n\n",
    "\r\n",
    "data: ",
    "[DONE]",
    "\0",
    "\u{7f}",
    "&",
    "?",
    "#",
    ":",
    "=",
];

/// Gives one input after the other, the same ones for the same beginning.
pub(crate) struct Mutator {
    state: u64,
    seeds: Vec<Vec<u8>>,
}

impl Mutator {
    pub(crate) fn new(begin: u64, seeds: Vec<Vec<u8>>) -> Self {
        Self { state: begin, seeds }
    }

    pub(crate) fn next(&mut self, longest: usize) -> Vec<u8> {
        let seed = self.below(self.seeds.len());
        let mut input = self.seeds[seed].clone();
        for _ in 0..=self.below(4) {
            match self.below(3) {
                0 => self.change_bytes(&mut input),
                _ => self.change_tokens(&mut input),
            }
        }
        input.truncate(longest);
        input
    }

    fn change_bytes(&mut self, input: &mut Vec<u8>) {
        let at = self.below(input.len() + 1);
        let end = (at + self.below(8)).min(input.len());
        match self.below(5) {
            0 => drop(input.drain(at..end)),
            1 => input.insert(at, self.byte()),
            2 => input.truncate(at),
            _ if at == input.len() => {}
            3 => input[at] ^= 1 << self.below(8),
            _ => input[at] = self.byte(),
        }
    }

    /// Removes, doubles, moves and replaces words, numbers, marks and what stands between braces.
    fn change_tokens(&mut self, input: &mut Vec<u8>) {
        let tokens = tokens(input);
        if tokens.is_empty() {
            return;
        }
        let one = tokens[self.below(tokens.len())].clone();
        let other = self.other(&tokens, input);
        let at = if self.below(2) == 0 { one.start..one.start } else { one.clone() };
        match self.below(4) {
            0 => drop(input.drain(one)),
            1 => {
                let word = WORDS[self.below(WORDS.len())].bytes();
                drop(input.splice(at, word));
            }
            2 => {
                let seed = self.below(self.seeds.len());
                let from = self::tokens(&self.seeds[seed]);
                if from.is_empty() {
                    return;
                }
                let piece = from[self.below(from.len())].clone();
                let piece = self.seeds[seed][piece].to_vec();
                drop(input.splice(at, piece));
            }
            _ => drop(input.splice(at, other)),
        }
    }

    fn other(&mut self, tokens: &[std::ops::Range<usize>], input: &[u8]) -> Vec<u8> {
        input[tokens[self.below(tokens.len())].clone()].to_vec()
    }

    fn byte(&mut self) -> u8 {
        u8::try_from(self.below(256)).unwrap()
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.random() % end as u64).unwrap()
    }

    /// `SplitMix64`.
    fn random(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// Words, strings, marks, lines, and what is between two braces that belong together.
fn tokens(input: &[u8]) -> Vec<std::ops::Range<usize>> {
    let (mut all, mut open, mut line) = (Vec::new(), Vec::new(), 0);
    let mut at = 0;
    while at < input.len() {
        let start = at;
        at += 1;
        match input[start] {
            b'"' => {
                while at < input.len() && input[at] != b'"' {
                    at += if input[at] == b'\\' { 2 } else { 1 };
                }
                at = (at + 1).min(input.len());
            }
            b'{' | b'[' => open.push(start),
            b'}' | b']' => all.extend(open.pop().map(|start| start..at)),
            b'\n' => {
                all.push(line..at);
                line = at;
            }
            byte if byte.is_ascii_alphanumeric() => {
                while at < input.len() && input[at].is_ascii_alphanumeric() {
                    at += 1;
                }
            }
            _ => {}
        }
        all.push(start..at);
    }
    all
}
