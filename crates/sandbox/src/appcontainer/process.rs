//! The process in the container, started by the helper: what a `Command` of the standard library
//! cannot say takes a program in between. The helper is in the same job as the server and ends with
//! its exit code.

use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind};
use std::mem::{size_of, size_of_val, zeroed};
use std::os::windows::ffi::OsStrExt as _;
use std::os::windows::io::{AsRawHandle as _, FromRawHandle as _, OwnedHandle};
use std::ptr::{null, null_mut};

use windows_sys::Win32::Foundation::{
    ERROR_ALREADY_EXISTS, HANDLE, HANDLE_FLAG_INHERIT, SetHandleInformation, WAIT_OBJECT_0,
};
use windows_sys::Win32::Security::Authorization::ConvertSidToStringSidW;
use windows_sys::Win32::Security::Isolation::{
    CreateAppContainerProfile, DeriveAppContainerSidFromAppContainerName,
};
use windows_sys::Win32::Security::{FreeSid, SECURITY_CAPABILITIES, SID_AND_ATTRIBUTES};
use windows_sys::Win32::System::SystemServices::SE_GROUP_ENABLED;
use windows_sys::Win32::System::Threading::{
    CREATE_NO_WINDOW, CreateProcessW, DeleteProcThreadAttributeList, EXTENDED_STARTUPINFO_PRESENT,
    GetExitCodeProcess, INFINITE, InitializeProcThreadAttributeList, LPPROC_THREAD_ATTRIBUTE_LIST,
    PROC_THREAD_ATTRIBUTE_HANDLE_LIST, PROC_THREAD_ATTRIBUTE_SECURITY_CAPABILITIES,
    PROCESS_INFORMATION, STARTF_USESTDHANDLES, STARTUPINFOEXW, UpdateProcThreadAttribute,
    WaitForSingleObject,
};

use super::permissions::{Sid, free, wide};
use super::quote;
use crate::Network;

/// The capability `internetClient` (`WELL_KNOWN_SID_TYPE`, `WinCapabilityInternetClientSid`).
const INTERNET_CLIENT: &str = "S-1-15-3-1";

/// More characters than a security identifier has as text.
const SID_TEXT: usize = 256;

/// What the helper is told before the program and its arguments.
pub(super) fn args(name: &str, network: Network) -> [OsString; 3] {
    let network = match network {
        Network::Open => "open",
        Network::Off => "off",
    };
    ["app-container".into(), name.into(), network.into()]
}

/// Runs a program in a container until it ends: what the helper does, given its own arguments.
pub fn run(args: impl IntoIterator<Item = OsString>) -> io::Result<()> {
    let mut args = args.into_iter();
    let (Some(verb), Some(name), Some(network), Some(program)) =
        (args.next(), args.next(), args.next(), args.next())
    else {
        return Err(ErrorKind::InvalidInput.into());
    };
    let network = match network.to_str() {
        Some("open") => Network::Open,
        Some("off") => Network::Off,
        _ => return Err(ErrorKind::InvalidInput.into()),
    };
    let name = name.to_str().filter(|_| verb == "app-container");
    let package = Sid::parse(&package(name.ok_or(ErrorKind::InvalidInput)?)?)?;
    let mut line = Vec::new();
    quote(&mut line, program.encode_wide());
    args.for_each(|arg| quote(&mut line, arg.encode_wide()));
    line.push(0);
    let code = wait(&start(&program, line, &package, network)?)?;
    // Windows has 32 bits of exit code and the standard library 8 for one that returns.
    std::process::exit(code.cast_signed())
}

/// The security identifier of the container with this name, which is made if it is not there.
pub(super) fn package(name: &str) -> io::Result<String> {
    let name = wide(name);
    let mut sid = null_mut();
    let mut text = null_mut();
    #[expect(unsafe_code, reason = "system calls")]
    // SAFETY: all texts end with a zero, and what is allocated is freed as its function says.
    unsafe {
        let (at, count) = (name.as_ptr(), 0);
        let made = CreateAppContainerProfile(at, at, at, null(), count, &raw mut sid);
        if made == hresult(ERROR_ALREADY_EXISTS) {
            succeed(DeriveAppContainerSidFromAppContainerName(at, &raw mut sid))?;
        } else {
            succeed(made)?;
        }
        let converted = ConvertSidToStringSidW(sid, &raw mut text);
        let error = io::Error::last_os_error();
        FreeSid(sid);
        if converted == 0 {
            return Err(error);
        }
        let length = (0..SID_TEXT).take_while(|at| *text.add(*at) != 0).count();
        let package = String::from_utf16_lossy(std::slice::from_raw_parts(text, length));
        free(text.cast());
        Ok(package)
    }
}

fn start(
    program: &OsStr,
    mut line: Vec<u16>,
    package: &Sid,
    network: Network,
) -> io::Result<OwnedHandle> {
    let internet = Sid::parse(INTERNET_CLIENT)?;
    let mut capability =
        SID_AND_ATTRIBUTES { Sid: internet.as_raw(), Attributes: SE_GROUP_ENABLED.cast_unsigned() };
    let container = SECURITY_CAPABILITIES {
        AppContainerSid: package.as_raw(),
        Capabilities: &raw mut capability,
        CapabilityCount: u32::from(network == Network::Open),
        Reserved: 0,
    };
    let streams = streams()?;
    let mut attributes = Attributes::new(2)?;
    attributes.add(PROC_THREAD_ATTRIBUTE_SECURITY_CAPABILITIES, &container)?;
    attributes.add(PROC_THREAD_ATTRIBUTE_HANDLE_LIST, &streams)?;

    #[expect(unsafe_code, reason = "a system call")]
    // SAFETY: the structures are plain numbers and pointers, valid as zeros; everything pointed to
    // outlives the call. The handles that come back are owned by nobody else.
    unsafe {
        let mut startup: STARTUPINFOEXW = zeroed();
        startup.StartupInfo.cb = u32::try_from(size_of_val(&startup)).unwrap_or_default();
        startup.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
        [
            startup.StartupInfo.hStdInput,
            startup.StartupInfo.hStdOutput,
            startup.StartupInfo.hStdError,
        ] = streams;
        startup.lpAttributeList = attributes.as_raw();
        let mut process: PROCESS_INFORMATION = zeroed();
        let started = CreateProcessW(
            wide(program).as_ptr(),
            line.as_mut_ptr(),
            null(),
            null(),
            1,
            EXTENDED_STARTUPINFO_PRESENT | CREATE_NO_WINDOW,
            null(),
            null(),
            &raw const startup.StartupInfo,
            &raw mut process,
        );
        if started == 0 {
            return Err(io::Error::last_os_error());
        }
        drop(OwnedHandle::from_raw_handle(process.hThread));
        Ok(OwnedHandle::from_raw_handle(process.hProcess))
    }
}

/// The helper's own streams, which are all that the server inherits.
fn streams() -> io::Result<[HANDLE; 3]> {
    let streams =
        [io::stdin().as_raw_handle(), io::stdout().as_raw_handle(), io::stderr().as_raw_handle()];
    for stream in streams {
        #[expect(unsafe_code, reason = "a system call")]
        // SAFETY: it only looks at the handle.
        let set = unsafe { SetHandleInformation(stream, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT) };
        if set == 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(streams)
}

fn wait(process: &OwnedHandle) -> io::Result<u32> {
    let mut code = 0;
    #[expect(unsafe_code, reason = "system calls")]
    // SAFETY: the handle is open.
    let ended = unsafe {
        WaitForSingleObject(process.as_raw_handle(), INFINITE) == WAIT_OBJECT_0
            && GetExitCodeProcess(process.as_raw_handle(), &raw mut code) != 0
    };
    if ended { Ok(code) } else { Err(io::Error::last_os_error()) }
}

/// What a new process is given besides what every process is.
struct Attributes<'a> {
    /// Of pointers, for their alignment.
    list: Vec<usize>,
    values: std::marker::PhantomData<&'a ()>,
}

impl<'a> Attributes<'a> {
    fn new(count: u32) -> io::Result<Self> {
        let mut bytes = 0;
        #[expect(unsafe_code, reason = "system calls")]
        // SAFETY: the first call only says how many bytes the second needs.
        unsafe {
            InitializeProcThreadAttributeList(null_mut(), count, 0, &raw mut bytes);
            let mut list = vec![0_usize; bytes.div_ceil(size_of::<usize>())];
            let at = list.as_mut_ptr().cast();
            if InitializeProcThreadAttributeList(at, count, 0, &raw mut bytes) == 0 {
                return Err(io::Error::last_os_error());
            }
            Ok(Self { list, values: std::marker::PhantomData })
        }
    }

    fn add<T>(&mut self, attribute: u32, value: &'a T) -> io::Result<()> {
        #[expect(unsafe_code, reason = "a system call")]
        // SAFETY: the list keeps a pointer to the value, which outlives it.
        let added = unsafe {
            UpdateProcThreadAttribute(
                self.as_raw(),
                0,
                attribute as usize,
                std::ptr::from_ref(value).cast(),
                size_of::<T>(),
                null_mut(),
                null(),
            )
        };
        if added == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }

    fn as_raw(&mut self) -> LPPROC_THREAD_ATTRIBUTE_LIST {
        self.list.as_mut_ptr().cast()
    }
}

impl Drop for Attributes<'_> {
    fn drop(&mut self) {
        #[expect(unsafe_code, reason = "a system call")]
        // SAFETY: the list was initialized, or there would be none.
        unsafe {
            DeleteProcThreadAttributeList(self.as_raw());
        }
    }
}

/// A `WIN32_ERROR` as `HRESULT_FROM_WIN32` makes it.
fn hresult(error: u32) -> i32 {
    (error & 0xffff | 0x8007_0000).cast_signed()
}

fn succeed(result: i32) -> io::Result<()> {
    if result >= 0 {
        return Ok(());
    }
    // What came of a `WIN32_ERROR` is one again.
    let error = result.cast_unsigned();
    let is_win32 = error >> 16 == 0x8007;
    Err(io::Error::from_raw_os_error(if is_win32 {
        (error & 0xffff).cast_signed()
    } else {
        result
    }))
}
