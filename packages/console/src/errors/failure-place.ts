type Shown = { title: string; text: string }

/** Shows a failure beside its control; false if there is none. Set when that part of the page, which isn't urgent, has loaded. */
export const failurePlace: { show?: (error: unknown, shown: Shown) => boolean } = {}
