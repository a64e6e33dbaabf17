// Whether WebAssembly has SIMD instructions here: a module of one function that uses them is valid. For the page and
// for its service worker, which shares no modules with it.
globalThis.hasSimd = WebAssembly.validate(
  new Uint8Array([
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0, // WebAssembly, version 1
    1,
    5,
    1,
    0x60,
    0,
    1,
    0x7b, // one type: nothing to v128
    3,
    2,
    1,
    0, // one function of it
    10,
    8,
    1,
    6,
    0,
    0x41,
    0,
    0xfd,
    15,
    0x0b, // i8x16.splat (i32.const 0)
  ]),
);
