/** Types of what we use of libfvad (WebRTC's voice activity detection); the package has none. */
declare module "@echogarden/fvad-wasm" {
  interface Fvad {
    _fvad_new(): number;
    _fvad_free(detector: number): void;
    _fvad_set_mode(detector: number, mode: number): number;
    _fvad_set_sample_rate(detector: number, rate: number): number;
    /** 1: speech; 0: no speech; -1: wrong frame length. */
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
