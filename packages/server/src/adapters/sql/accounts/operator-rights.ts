/**
 * An expression over `keys k`: whether it has operator rights. Those of an account extend to its person only if the operator
 * confirmed who that is, because anyone in the chat may have used the code first. API keys never get them.
 */
export const hasOperatorRights = `case when k.is_operator = 1 or (k.kind = 'sign-in' and k.way in ('link', 'platform') and exists (
    select 1 from operators o where o.user_id = k.user_id and o.shares_rights = 1
  )) then 1 else 0 end`
