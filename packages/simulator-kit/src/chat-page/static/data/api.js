import { toast } from '../ui/toasts.js'

/** Calls the simulator. On a refusal, its message is shown and the caller gets undefined. */
async function call(method, path, body) {
  const isBytes = body instanceof Blob
  const headers =
    body === undefined ? {} : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }
  try {
    const response = await fetch(`/chat${path}`, {
      method,
      headers,
      body: body === undefined || isBytes ? body : JSON.stringify(body),
    })
    const answer = await response.json()
    if (response.ok) return answer
    toast(answer.error)
  } catch {
    // The page already shows that it is disconnected. Only a failed write needs a message.
    if (method !== 'GET') toast('The simulator isn’t responding, so nothing was sent. Check that it’s still running.')
  }
  return undefined
}

const inChat = (chatId) => `/chats/${encodeURIComponent(chatId)}`
const ofMessage = (chatId, messageId) => `${inChat(chatId)}/messages/${encodeURIComponent(messageId)}`

export const api = {
  readWorld: () => call('GET', '/world'),
  readEntries: (chatId, before) =>
    call('GET', `${inChat(chatId)}/entries?limit=60${before === undefined ? '' : `&before=${before}`}`),
  say: (chatId, as, content) => call('POST', `${inChat(chatId)}/messages`, { as, ...content }),
  upload: (chatId, blob, query) => call('POST', `${inChat(chatId)}/media?${new URLSearchParams(query)}`, blob),
  edit: (chatId, as, messageId, text) => call('PUT', ofMessage(chatId, messageId), { as, text }),
  unsend: (chatId, as, messageId) => call('POST', `${ofMessage(chatId, messageId)}/unsend`, { as }),
  join: (chatId, as) => call('POST', `${inChat(chatId)}/join`, { as }),
  joinTogether: (chatId, userIds) => call('POST', `${inChat(chatId)}/join`, { userIds }),
  leave: (chatId, as) => call('POST', `${inChat(chatId)}/leave`, { as }),
  inviteBot: (chatId) => call('POST', `${inChat(chatId)}/invite-bot`, {}),
  removeBot: (chatId) => call('POST', `${inChat(chatId)}/remove-bot`, {}),
  follow: (userId) => call('POST', `/people/${encodeURIComponent(userId)}/follow`, {}),
  unfollow: (userId) => call('POST', `/people/${encodeURIComponent(userId)}/unfollow`, {}),
  addPerson: (name) => call('POST', '/people', { name }),
  addGroup: (name, memberIds) => call('POST', '/groups', { name, memberIds }),
}
