/** Where the console shows a channel, or a message in it. */
export function linkPath({ channelId, messageId }: { channelId: string; messageId?: string }): string {
  const path = `/channels/${encodeURIComponent(channelId)}`
  return messageId === undefined ? path : `${path}?message=${encodeURIComponent(messageId)}`
}
