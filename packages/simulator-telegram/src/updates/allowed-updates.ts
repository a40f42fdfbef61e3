/** Kinds of updates, as far as the simulator sends them. */
const usual = [
  'message',
  'edited_message',
  'channel_post',
  'edited_channel_post',
  'business_connection',
  'business_message',
  'edited_business_message',
  'deleted_business_messages',
  'guest_message',
  'inline_query',
  'chosen_inline_result',
  'callback_query',
  'shipping_query',
  'pre_checkout_query',
  'purchased_paid_media',
  'poll',
  'poll_answer',
  'my_chat_member',
  'chat_join_request',
  'chat_boost',
  'removed_chat_boost',
  'managed_bot',
]
/** Bots get these only if they ask for them. */
const onRequest = ['chat_member', 'message_reaction', 'message_reaction_count']

/** Without a list, or with an empty one. */
export const defaultUpdates: ReadonlySet<string> = new Set(usual)

/**
 * The setting after a call. It stays as it was if the call has no list, or one that isn't a list. Unknown kinds are ignored,
 * except that kinds we don't know can be sent by tests.
 */
export function readAllowedUpdates(given: unknown): ReadonlySet<string> | undefined {
  const list = typeof given === 'string' ? parseList(given) : given
  if (!Array.isArray(list)) return undefined
  const known = list.filter((one): one is string => usual.includes(one) || onRequest.includes(one))
  return known.length === 0 ? defaultUpdates : new Set(known)
}

/** The setting as `getWebhookInfo` shows it; absent if it is the default. */
export function describeAllowed(allowed: ReadonlySet<string>): string[] | undefined {
  return allowed === defaultUpdates ? undefined : [...allowed]
}

/** Kinds that don't exist yet are always delivered, so that tests can send them. */
export function isAllowed(kind: string, allowed: ReadonlySet<string>): boolean {
  return allowed.has(kind) || (!usual.includes(kind) && !onRequest.includes(kind))
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
