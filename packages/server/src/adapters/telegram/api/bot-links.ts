/** Lets people choose a group, to which Telegram then adds the bot. */
export function inviteUrlOf(username: string): string {
  return `https://t.me/${encodeURIComponent(username)}?startgroup=true`
}

/** Opens the chat with the bot and sends it `/start link`, to which it answers with a link for signing in. */
export function signInUrlOf(username: string): string {
  return `https://t.me/${encodeURIComponent(username)}?start=link`
}
