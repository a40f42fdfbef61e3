export type Value = string | number | null

/**
 * One SQL dialect for all engines: `?` placeholders, `on conflict`, `returning`; no booleans (0 and 1).
 * Statements are prepared once per text, so a text must not be built from values.
 */
export type Sql = {
  get<Row>(text: string, ...values: Value[]): Promise<Row | undefined>
  all<Row>(text: string, ...values: Value[]): Promise<Row[]>
  /** Rows as lists of their columns, without names: for reads where every microsecond counts. */
  lists<Row extends Value[]>(text: string, ...values: Value[]): Promise<Row[]>
  /** Answers the number of rows changed. */
  run(text: string, ...values: Value[]): Promise<number>
}

/** What holds for a channel whose owner has set nothing. */
export type Defaults = { timezone: string }
