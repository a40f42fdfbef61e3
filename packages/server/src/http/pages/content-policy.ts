/** Nothing is loaded, run or sent, whatever is in a file. The last two are not covered by `default-src`. */
export const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'"

/** For files that are never shown as pages. */
export const inertPolicy = `${nothing}; sandbox`
