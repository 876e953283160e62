/// Reads `data` as what the app and a keeper say to each other.
///
/// # Panics
///
/// A message is not the same once it was written and read again, a stream is cut into other frames when
/// it arrives in pieces, or a proof holds with a rest that does not.
#[cfg(target_os = "linux")]
pub fn keeper(data: &[u8]) {
    use paddock_sandbox::Finding;
    use paddock_sandbox::wire::{Frames, Order, Report};

    if let Ok(order) = Order::parse(data) {
        let frame = order.to_frame().expect("what was read can be written");
        assert_eq!(Order::parse(&frame[4..]), Ok(order));
    }
    if let Ok(report) = Report::parse(data) {
        let frame = report.to_frame().expect("what was read can be written");
        assert_eq!(Report::parse(&frame[4..]), Ok(report));
    }
    let cut = |pieces: &mut dyn Iterator<Item = &[u8]>| {
        let (mut frames, mut all) = (Frames::default(), Vec::new());
        for piece in pieces {
            frames.push(piece);
            while let Some(frame) = frames.next_frame().transpose() {
                let is_over = frame.is_err();
                all.push(frame);
                if is_over {
                    return all;
                }
            }
        }
        all
    };
    let frames = cut(&mut [data].into_iter());
    assert_eq!(frames, cut(&mut data.chunks(3)));

    let mut told = None;
    for report in frames.into_iter().flatten().filter_map(|frame| Report::parse(&frame).ok()) {
        if let Report::Proven(proof) = report {
            told = Some(proof);
        } else if let Report::Rest { change, findings } = report
            && let Some(proof) = told.take_if(|proof| proof.change == change)
        {
            let holds = findings.iter().all(Finding::holds);
            let all = proof.with_rest(findings.clone());
            assert!(!all.rest_follows && all.findings.ends_with(&findings));
            assert!(holds || !all.holds(), "a rest that does not hold is lost");
        }
    }
}

/// There is no keeper.
#[cfg(not(target_os = "linux"))]
pub fn keeper(_: &[u8]) {}
