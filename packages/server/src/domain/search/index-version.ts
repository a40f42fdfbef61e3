/** Raised with every change to what a text folds to, or to what its terms are; a test tells when one was made. */
const rules = 1

/**
 * What an index was made by. Terms are deleted by making them again, so an index can only be used by whoever makes the very
 * same ones; and what a character folds to depends on the version of Unicode that this program runs on.
 */
export const indexVersion = `${rules}, Unicode ${process.versions.unicode}`
