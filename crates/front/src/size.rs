/// Bytes in a unit that fits: a kB has a thousand.
pub fn size(bytes: f64) -> String {
    let units = ["B", "kB", "MB", "GB"];
    let mut size = bytes.max(0.0);
    let mut unit = 0;
    while size >= 1000.0 && unit + 1 < units.len() {
        size /= 1000.0;
        unit += 1;
    }
    if unit == 0 || size >= 10.0 {
        format!("{size:.0} {}", units[unit])
    } else {
        format!("{size:.1} {}", units[unit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_short() {
        for (bytes, words) in [(0.0, "0 B"), (999.0, "999 B"), (1500.0, "1.5 kB")] {
            assert_eq!(size(bytes), words);
        }
        assert_eq!(size(48_000_000.0), "48 MB");
    }
}
