/** The fields of a body; none if it is not an object. */
export function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {}
}

/** The text of a field; empty if there is none. */
export function textOf(body: unknown, field: string): string {
  const value = fieldsOf(body)[field]
  return typeof value === 'string' ? value : ''
}
