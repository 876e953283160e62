/// Reads `data` as what the app and a keeper say to each other.
///
/// # Panics
///
/// A message is not the same once it was written and read again, or a stream is cut into other frames
/// when it arrives in pieces.
#[cfg(target_os = "linux")]
pub fn keeper(data: &[u8]) {
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
    assert_eq!(cut(&mut [data].into_iter()), cut(&mut data.chunks(3)));
}

/// There is no keeper.
#[cfg(not(target_os = "linux"))]
pub fn keeper(_: &[u8]) {}
