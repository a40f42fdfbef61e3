import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { channelAccessToken, HTTPFetchError, LineBotClient, messagingApi } from '@line/bot-sdk'
import { openLine } from './support.ts'

// The official client does not know the simulator, so it accepts responses and fails exactly as in a real bot.

async function openClient(options = {}) {
  const opened = await openLine(options)
  const { url: baseURL, accessToken } = opened.line
  const client = new messagingApi.MessagingApiClient({ channelAccessToken: accessToken, baseURL })
  const blobs = new messagingApi.MessagingApiBlobClient({ channelAccessToken: accessToken, baseURL })
  const tokens = new channelAccessToken.ChannelAccessTokenClient({ baseURL })
  await opened.group.invite()
  return { ...opened, client, blobs, tokens, baseURL }
}

async function failureOf(call: Promise<unknown>): Promise<HTTPFetchError & { message: string }> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof HTTPFetchError)
  return error
}

test('the official client replies and pushes', async () => {
  const { line, client, group, mai } = await openClient()
  const { event } = await group.say(mai, 'hello')
  const you = { type: 'mention' as const, mentionee: { type: 'user' as const, userId: mai.userId } }
  const message: messagingApi.TextMessageV2 = { type: 'textV2', text: 'Hi {you}!', substitution: { you } }
  const replied = await client.replyMessage({ replyToken: event.replyToken ?? '', messages: [message] })
  assert.equal(replied.sentMessages.length, 1)
  const key = '123e4567-e89b-12d3-a456-426614174000'
  const push = { to: group.groupId, messages: [{ type: 'text' as const, text: 'news' }] }
  const { httpResponse, body } = await client.pushMessageWithHttpInfo(push, key)
  const repeated = await failureOf(client.pushMessage(push, key))
  assert.equal(repeated.status, 409)
  assert.equal(repeated.headers.get('x-line-accepted-request-id'), httpResponse.headers.get('x-line-request-id'))
  assert.deepEqual(JSON.parse(repeated.body).sentMessages, body.sentMessages)
  assert.deepEqual(
    line.sent.map(({ kind }) => kind),
    ['reply', 'push'],
  )
  const used = await failureOf(client.replyMessage({ replyToken: event.replyToken ?? '', messages: [message] }))
  assert.deepEqual([used.status, JSON.parse(used.body)], [400, { message: 'Invalid reply token' }])
})

test('the official client reads people and groups', async () => {
  const { line, client, group, mai } = await openClient()
  await line.follow(mai)
  assert.equal((await client.getProfile(mai.userId)).displayName, 'Mai')
  assert.equal((await client.getGroupSummary(group.groupId)).groupName, 'Flat')
  assert.equal((await client.getGroupMemberCount(group.groupId)).count, 2)
  assert.equal((await client.getGroupMemberProfile(group.groupId, mai.userId)).displayName, 'Mai')
  assert.equal((await failureOf(client.getGroupMembersIds(group.groupId))).status, 403)
  assert.equal((await client.getBotInfo()).userId, line.botUserId)
  assert.equal((await client.getMessageQuota()).type, 'none')
  assert.equal((await client.getMessageQuotaConsumption()).totalUsage, 0)
  assert.equal((await client.testWebhookEndpoint()).success, true)
  await client.showLoadingAnimation({ chatId: mai.userId })
  await client.leaveGroup(group.groupId)
  assert.equal((await failureOf(client.getGroupSummary(group.groupId))).status, 404)
})

test('the official client lists members page by page', async () => {
  const { client, group, mai, ken } = await openClient({ isVerified: true })
  assert.deepEqual(await client.getGroupMembersIds(group.groupId), { memberIds: [mai.userId, ken.userId] })
  assert.deepEqual(await client.getFollowers(), { userIds: [] })
})

test('the official client receives the problems of an invalid message', async () => {
  const { client, group } = await openClient()
  const failure = await failureOf(client.pushMessage({ to: group.groupId, messages: [{ type: 'text', text: '' }] }))
  assert.deepEqual(
    [failure.status, JSON.parse(failure.body)],
    [
      400,
      {
        message: 'The request body has 1 error(s)',
        details: [{ message: 'May not be empty', property: 'messages[0].text' }],
      },
    ],
  )
})

test('the official client downloads content', async () => {
  const { blobs, group, mai } = await openClient()
  const bytes = Buffer.from('a file')
  const { messageId } = await group.say(mai, { type: 'file', fileName: 'a.txt', bytes })
  assert.deepEqual(await buffer(await blobs.getMessageContent(messageId)), bytes)
  const video = await group.say(mai, { type: 'video', preparingMs: 1_000 })
  assert.equal((await buffer(await blobs.getMessageContent(video.messageId))).length, 0, 'it treats 202 as success')
  assert.equal((await blobs.getMessageContentTranscodingByMessageId(video.messageId)).status, 'processing')
  await group.unsend(mai, messageId)
  assert.equal((await failureOf(blobs.getMessageContent(messageId))).status, 410)
})

test('the official client gets a token and works with it', async () => {
  const { line, tokens, baseURL } = await openClient()
  const issued = await tokens.issueStatelessChannelTokenByClientSecret(line.channelId, line.channelSecret)
  assert.equal(issued.expires_in, 900)
  const client = LineBotClient.fromChannelAccessToken({
    channelAccessToken: issued.access_token,
    apiBaseURL: baseURL,
    dataApiBaseURL: baseURL,
  })
  assert.equal((await client.getBotInfo()).userId, line.botUserId)
  const wrong = await failureOf(tokens.issueStatelessChannelTokenByClientSecret(line.channelId, 'wrong'))
  assert.equal(JSON.parse(wrong.body).error, 'invalid_client')
  const short = await tokens.issueChannelToken('client_credentials', line.channelId, line.channelSecret)
  assert.equal((await tokens.verifyChannelToken(short.access_token)).client_id, line.channelId)
  await tokens.revokeChannelToken(short.access_token)
  assert.equal((await failureOf(tokens.verifyChannelToken(short.access_token))).status, 400)
})
