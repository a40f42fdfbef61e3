/** A deleted rule can be brought back for a while, together with its statistics. One text for both engines. */
export const deletedRules = `
  alter table rule_hits add column deleted_at bigint;
`
