/**
 * Makes a small picture of a larger one, off the event loop. Undefined where the bytes are no picture, or not a whole one.
 * WebP, upright, at most `previewEdge` on its longer side.
 */
export type PreviewMaker = (bytes: Uint8Array) => Promise<Preview | undefined>

/** Sizes in pixels. */
export type Preview = { bytes: Uint8Array; width: number; height: number }
