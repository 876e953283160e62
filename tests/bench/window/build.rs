//! What Tauri makes of its configuration.

fn main() {
    tauri_build::build();
}
