use proptest::prelude::*;

use super::*;

fn question(name: &str, kind: u16) -> Vec<u8> {
    let mut packet = vec![0xab, 0xcd, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];
    for label in name.split('.') {
        packet.push(u8::try_from(label.len()).unwrap());
        packet.extend(label.bytes());
    }
    packet.push(0);
    packet.extend(kind.to_be_bytes());
    packet.extend(INTERNET.to_be_bytes());
    packet
}

fn code(packet: &[u8]) -> u8 {
    packet[3] & 15
}

#[test]
fn an_address_is_answered_to_the_letter_that_was_asked() {
    let packet = question("API.Example.com", 1);
    let read = Question::parse(&packet).unwrap();
    assert_eq!(read.name().unwrap().as_str(), "api.example.com");
    let answer = read.answer(read.with_address(Ipv4Addr::new(33, 250, 0, 1)));
    assert_eq!(answer[..12], [0xab, 0xcd, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]);
    assert_eq!(answer[12..packet.len()], packet[12..]);
    let record = &answer[packet.len()..];
    assert_eq!(record, [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 33, 250, 0, 1]);
}

#[test]
fn of_the_other_kinds_there_is_nothing_to_say_and_that_is_no_error() {
    for kind in [28, 16, 15, 65, 255] {
        let packet = question("example.com", kind);
        let read = Question::parse(&packet).unwrap();
        let answer = read.answer(read.with_address(Ipv4Addr::new(33, 250, 0, 1)));
        assert_eq!((code(&answer), answer[7], answer.len()), (0, 0, packet.len()));
    }
}

#[test]
fn a_name_that_is_not_there_is_said_not_to_be() {
    let read = Question::parse(&question("example.com", 1)).unwrap();
    assert_eq!(code(&read.answer(Resolved::NoSuchName)), 3);
}

#[test]
fn localhost_is_the_servers_own() {
    let read = Question::parse(&question("localhost", 28)).unwrap();
    assert_eq!(read.with_loopback(), Resolved::Address(Ipv6Addr::LOCALHOST.into()));
    assert!(read.name().unwrap().is_this_computer());
}

#[test]
fn what_follows_the_question_is_not_read() {
    let mut packet = question("example.com", 1);
    packet[11] = 1;
    packet.extend([0, 0, 41, 4, 208, 0, 0, 0, 0, 0, 0]);
    let read = Question::parse(&packet).unwrap();
    let answer = read.answer(Resolved::Nothing);
    assert_eq!(answer[8..12], [0; 4]);
}

#[test]
fn a_part_with_a_dot_in_it_is_no_name() {
    let mut packet = question("exampleXcom", 1);
    packet[12 + 8] = b'.';
    assert_eq!(Question::parse(&packet).unwrap().name(), None);
}

#[test]
fn what_is_no_question_is_refused_or_passed_over() {
    let good = question("example.com", 1);
    let change = |at: usize, byte: u8| {
        let mut packet = good.clone();
        packet[at] = byte;
        Question::parse(&packet)
    };
    let refused = |result| match result {
        Err(Malformed::Refused(answer)) => code(&answer),
        other => panic!("{other:?}"),
    };
    assert_eq!(change(2, 0x81), Err(Malformed::Unanswerable));
    assert_eq!(Question::parse(&good[..11]), Err(Malformed::Unanswerable));
    assert_eq!(refused(change(2, 0x29)), 4);
    assert_eq!(refused(change(5, 2)), 1);
    assert_eq!(refused(change(12, 0xc0)), 1);
    assert_eq!(refused(change(12, 64)), 1);
    assert_eq!(refused(Question::parse(&good[..good.len() - 1])), 1);
    let long = [good.as_slice(), &[0; QUESTION_LIMIT]].concat();
    assert_eq!(Question::parse(&long), Err(Malformed::Unanswerable));
}

proptest! {
    #[test]
    fn whatever_comes_is_answered_within_bounds(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        crate::fuzz::question(&bytes);
    }

    #[test]
    fn a_cut_question_is_no_other_question(end in 0_usize..29) {
        let whole = question("example.com", 1);
        prop_assert!(Question::parse(&whole[..end.min(whole.len() - 1)]).is_err());
    }
}
