#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| paddock_fuzz::believed(data));
