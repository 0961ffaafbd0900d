/** The package has no types of its own: libfvad (WebRTC's voice activity detection), as much of it as is used. */
declare module "@echogarden/fvad-wasm" {
  interface Fvad {
    _fvad_new(): number;
    _fvad_free(detector: number): void;
    _fvad_set_mode(detector: number, mode: number): number;
    _fvad_set_sample_rate(detector: number, rate: number): number;
    /** 1: speech, 0: none, -1: a frame of another length. */
    _fvad_process(detector: number, samples: number, count: number): number;
    _malloc(bytes: number): number;
    _free(address: number): void;
    readonly HEAP16: Int16Array;
  }
  // biome-ignore lint/style/noDefaultExport: it is theirs
  export default function openFvad(options: {
    readonly print: (line: string) => void;
    readonly printErr: (line: string) => void;
  }): Promise<Fvad>;
}
