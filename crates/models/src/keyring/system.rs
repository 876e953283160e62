//! The keyring that each system brings: Secret Service, Keychain, Credential Manager.

use std::sync::Arc;

use keyring_core::{CredentialStore, Result};

#[cfg(target_os = "linux")]
pub(super) fn open() -> Result<Arc<CredentialStore>> {
    Ok(zbus_secret_service_keyring_store::Store::new()?)
}

#[cfg(target_os = "macos")]
pub(super) fn open() -> Result<Arc<CredentialStore>> {
    Ok(apple_native_keyring_store::keychain::Store::new()?)
}

#[cfg(windows)]
pub(super) fn open() -> Result<Arc<CredentialStore>> {
    Ok(windows_native_keyring_store::Store::new()?)
}
