//! The list of permissions of a file or folder, by handle.

use std::fs::{File, OpenOptions};
use std::io;
use std::mem::MaybeUninit;
use std::os::windows::ffi::OsStrExt as _;
use std::os::windows::fs::OpenOptionsExt as _;
use std::os::windows::io::AsRawHandle as _;
use std::path::Path;
use std::ptr::{null, null_mut};
use std::time::UNIX_EPOCH;

use paddock_core::{Access, Identity};
use windows_sys::Win32::Foundation::{ERROR_SUCCESS, LocalFree, WIN32_ERROR};
use windows_sys::Win32::Security::Authorization::{
    ConvertStringSidToSidW, EXPLICIT_ACCESS_W, GetSecurityInfo, NO_MULTIPLE_TRUSTEE, REVOKE_ACCESS,
    SE_FILE_OBJECT, SET_ACCESS, SetEntriesInAclW, SetSecurityInfo, TRUSTEE_IS_SID,
    TRUSTEE_IS_WELL_KNOWN_GROUP, TRUSTEE_W,
};
use windows_sys::Win32::Security::{
    ACL, DACL_SECURITY_INFORMATION, NO_INHERITANCE, PSECURITY_DESCRIPTOR, PSID,
    SUB_CONTAINERS_AND_OBJECTS_INHERIT,
};
use windows_sys::Win32::Storage::FileSystem::{
    BY_HANDLE_FILE_INFORMATION, DELETE, FILE_DELETE_CHILD, FILE_FLAG_BACKUP_SEMANTICS,
    FILE_FLAG_OPEN_REPARSE_POINT, FILE_GENERIC_EXECUTE, FILE_GENERIC_READ, FILE_GENERIC_WRITE,
    FILE_READ_ATTRIBUTES, GetFileInformationByHandle, READ_CONTROL, WRITE_DAC,
};

/// A security identifier.
pub(super) struct Sid(PSID);

impl Sid {
    pub(super) fn parse(text: &str) -> io::Result<Self> {
        let mut sid = null_mut();
        #[expect(unsafe_code, reason = "a system call")]
        // SAFETY: the text ends with a zero; the identifier is freed by `Drop`.
        let parsed = unsafe { ConvertStringSidToSidW(wide(text).as_ptr(), &raw mut sid) };
        if parsed == 0 { Err(io::Error::last_os_error()) } else { Ok(Self(sid)) }
    }

    pub(super) fn as_raw(&self) -> PSID {
        self.0
    }
}

impl Drop for Sid {
    fn drop(&mut self) {
        free(self.0);
    }
}

/// Opens what is at `path` itself, not what a link there leads to, to change its permissions.
pub(super) fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .access_mode(READ_CONTROL | WRITE_DAC | FILE_READ_ATTRIBUTES)
        .custom_flags(FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT)
        .open(path)
}

pub(super) fn identity(target: &File) -> io::Result<Identity> {
    let mut seen = MaybeUninit::<BY_HANDLE_FILE_INFORMATION>::zeroed();
    #[expect(unsafe_code, reason = "a system call")]
    // SAFETY: the handle is open; the structure is plain numbers, valid as zeros and when filled.
    let seen = unsafe {
        if GetFileInformationByHandle(target.as_raw_handle(), seen.as_mut_ptr()) == 0 {
            return Err(io::Error::last_os_error());
        }
        seen.assume_init()
    };
    let born = target.metadata()?.created().ok();
    let born = born.and_then(|born| born.duration_since(UNIX_EPOCH).ok());
    Ok(Identity {
        device: u64::from(seen.dwVolumeSerialNumber),
        inode: u64::from(seen.nFileIndexHigh) << 32 | u64::from(seen.nFileIndexLow),
        born: born.and_then(|since| i64::try_from(since.as_nanos()).ok()),
    })
}

/// Lets the package have `access` and no other, here and to everything beneath.
pub(super) fn set(target: &File, package: &Sid, access: Access) -> io::Result<()> {
    let read = FILE_GENERIC_READ | FILE_GENERIC_EXECUTE;
    let rights = match access {
        // Which names are guarded can't be said here, so less is given.
        Access::Read | Access::WriteGuarded => read,
        Access::ReadWrite => read | FILE_GENERIC_WRITE | DELETE | FILE_DELETE_CHILD,
    };
    let inheritance = if target.metadata()?.is_dir() {
        SUB_CONTAINERS_AND_OBJECTS_INHERIT
    } else {
        NO_INHERITANCE
    };
    change(
        target,
        &EXPLICIT_ACCESS_W {
            grfAccessPermissions: rights,
            grfAccessMode: SET_ACCESS,
            grfInheritance: inheritance,
            Trustee: trustee(package),
        },
    )
}

/// Takes every permission of its own from the package.
pub(super) fn unset(target: &File, package: &Sid) -> io::Result<()> {
    change(
        target,
        &EXPLICIT_ACCESS_W {
            grfAccessPermissions: 0,
            grfAccessMode: REVOKE_ACCESS,
            grfInheritance: NO_INHERITANCE,
            Trustee: trustee(package),
        },
    )
}

fn trustee(package: &Sid) -> TRUSTEE_W {
    TRUSTEE_W {
        pMultipleTrustee: null_mut(),
        MultipleTrusteeOperation: NO_MULTIPLE_TRUSTEE,
        TrusteeForm: TRUSTEE_IS_SID,
        TrusteeType: TRUSTEE_IS_WELL_KNOWN_GROUP,
        ptstrName: package.as_raw().cast(),
    }
}

fn change(target: &File, entry: &EXPLICIT_ACCESS_W) -> io::Result<()> {
    let handle = target.as_raw_handle();
    let mut list: *mut ACL = null_mut();
    let mut descriptor: PSECURITY_DESCRIPTOR = null_mut();
    let mut changed: *mut ACL = null_mut();
    #[expect(unsafe_code, reason = "system calls")]
    // SAFETY: the handle is open. `list` points into `descriptor`, which is freed last; the
    // identifier in `entry` outlives the call.
    unsafe {
        check(GetSecurityInfo(
            handle,
            SE_FILE_OBJECT,
            DACL_SECURITY_INFORMATION,
            null_mut(),
            null_mut(),
            &raw mut list,
            null_mut(),
            &raw mut descriptor,
        ))?;
        let done = check(SetEntriesInAclW(1, entry, list, &raw mut changed)).and_then(|()| {
            check(SetSecurityInfo(
                handle,
                SE_FILE_OBJECT,
                DACL_SECURITY_INFORMATION,
                null_mut(),
                null_mut(),
                changed,
                null(),
            ))
        });
        free(changed.cast());
        free(descriptor);
        done
    }
}

pub(super) fn free(allocated: *mut core::ffi::c_void) {
    #[expect(unsafe_code, reason = "what the system allocated is freed by the system")]
    // SAFETY: it comes from a system call that says to free it so, and is not used any more.
    unsafe {
        LocalFree(allocated);
    }
}

/// As the system takes text: UTF-16, with a zero at the end.
pub(super) fn wide(text: impl AsRef<std::ffi::OsStr>) -> Vec<u16> {
    text.as_ref().encode_wide().chain([0]).collect()
}

fn check(result: WIN32_ERROR) -> io::Result<()> {
    if result == ERROR_SUCCESS {
        Ok(())
    } else {
        Err(io::Error::from_raw_os_error(result.cast_signed()))
    }
}
