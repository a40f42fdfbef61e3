/** Runs in the browser, never here: only its source is used. */
export declare function startPages(): void
