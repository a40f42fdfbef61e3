import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addressInChats, readConfig } from '../../../src/config/config.ts'
import { problemOf } from '../../support/config-problem.ts'

// Settings that mean nothing, or something else, without another one.

const channelSecret = '0123456789abcdef0123456789abcdef'

describe('LINE', () => {
  const table: [environment: Record<string, string>, problem: RegExp][] = [
    [
      { LINE_CHANNEL_ACCESS_TOKEN: 'canary' },
      /^LINE_CHANNEL_ACCESS_TOKEN is set, but LINE_CHANNEL_SECRET is not\. Set both/,
    ],
    [{ LINE_CHANNEL_ID: '1234' }, /^LINE_CHANNEL_ID is set, but LINE_CHANNEL_SECRET is not\. Set both, or neither/],
    [{ LINE_CHANNEL_SECRET_OLD: 'canary' }, /^LINE_CHANNEL_SECRET_OLD is set, but LINE_CHANNEL_SECRET is not/],
    [{ LINE_CHANNEL_SECRET: 'canary' }, /neither LINE_CHANNEL_ACCESS_TOKEN nor LINE_CHANNEL_ID is\. Set one of them/],
    [{ LINE_CHANNEL_SECRET: '', LINE_CHANNEL_ACCESS_TOKEN: 'canary' }, /LINE_CHANNEL_SECRET is not/],
    [
      { LINE_LOGIN_CHANNEL_SECRET: 'canary' },
      /^Only one of LINE_LOGIN_CHANNEL_ID and LINE_LOGIN_CHANNEL_SECRET is set\. Set/,
    ],
    [
      { LINE_LOGIN_CHANNEL_ID: '1234' },
      /^Only one of LINE_LOGIN_CHANNEL_ID and LINE_LOGIN_CHANNEL_SECRET is set\. Set both/,
    ],
  ]
  test('an incomplete configuration is refused with the missing setting, and no secret is shown', () => {
    for (const [environment, problem] of table) {
      assert.match(problemOf(environment), problem)
      assert.doesNotMatch(problemOf(environment), /canary/)
    }
  })

  test('a secret with a token, with a channel id, or with both is enough', () => {
    const secret = { LINE_CHANNEL_SECRET: channelSecret }
    for (const more of [
      { LINE_CHANNEL_ACCESS_TOKEN: 'token' },
      { LINE_CHANNEL_ID: '1234' },
      { LINE_CHANNEL_ACCESS_TOKEN: 'token', LINE_CHANNEL_ID: '1234', LINE_CHANNEL_SECRET_OLD: 'old' },
    ]) {
      assert.equal(problemOf({ ...secret, ...more }), '')
    }
  })
})

describe('a language model', () => {
  const baseUrl = { INNKEEPER_AI_BASE_URL: 'http://127.0.0.1:11434/v1' }
  test('an incomplete model configuration is refused with the missing setting, and no secret is shown', () => {
    assert.equal(
      problemOf(baseUrl),
      'INNKEEPER_AI_BASE_URL is set, but INNKEEPER_AI_MODEL is not. Set it to the name of the model at that endpoint.',
    )
    for (const half of [{ INNKEEPER_AI_MODEL: 'small' }, { INNKEEPER_AI_KEY: 'canary' }]) {
      const [name] = Object.keys(half)
      assert.equal(
        problemOf(half),
        `${name} is set, but INNKEEPER_AI_BASE_URL is not. Set both, or neither to run without an AI model.`,
      )
    }
  })

  test('a URL and a name are enough: a model on the same machine needs no key', () => {
    assert.equal(problemOf({ ...baseUrl, INNKEEPER_AI_MODEL: 'small' }), '')
  })
})

describe('a bucket', () => {
  const url = { INNKEEPER_MEDIA_URL: 's3://bucket' }
  test('a key without its secret is refused, and the reverse; with neither, the machine provides the credentials', () => {
    for (const half of [{ INNKEEPER_S3_ACCESS_KEY_ID: 'canary' }, { AWS_SECRET_ACCESS_KEY: 'canary' }]) {
      assert.match(
        problemOf({ ...url, ...half }),
        /^Only one of INNKEEPER_S3_ACCESS_KEY_ID and INNKEEPER_S3_SECRET_ACCESS_KEY is set/,
      )
      assert.equal(problemOf(half), '', 'other programs use such keys too')
    }
    assert.equal(problemOf(url), '')
  })

  test('keys under the names that other programs use are accepted, and our own names take precedence', () => {
    const common = { ...url, AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_SESSION_TOKEN: 'c' }
    const keys = (config: ReturnType<typeof readConfig>) => [
      config.s3AccessKeyId,
      config.s3SecretAccessKey,
      config.s3SessionToken,
    ]
    assert.deepEqual(keys(readConfig(common)), ['a', 'b', 'c'])
    const own = { INNKEEPER_S3_ACCESS_KEY_ID: 'x', INNKEEPER_S3_SECRET_ACCESS_KEY: 'y', INNKEEPER_S3_SESSION_TOKEN: '' }
    assert.deepEqual(keys(readConfig({ ...common, ...own })), ['x', 'y', null])
  })
})

test('the bot sends people only to a configured address, or if the platform itself is on this machine', () => {
  const simulated = { LINE_API_BASE_URL: 'http://127.0.0.1:8081' }
  const table: [environment: Record<string, string>, address: string | undefined][] = [
    [{}, undefined],
    [{ INNKEEPER_HOST: '0.0.0.0' }, undefined],
    [{ INNKEEPER_HOST: '192.168.1.5' }, undefined],
    [{ INNKEEPER_BASE_URL: 'https://inn.example' }, 'https://inn.example'],
    [simulated, 'http://127.0.0.1:8080'],
    [{ ...simulated, LINE_API_BASE_URL: 'http://[::1]:8081' }, 'http://127.0.0.1:8080'],
    [{ ...simulated, INNKEEPER_HOST: '0.0.0.0' }, 'http://127.0.0.1:8080'],
    [{ ...simulated, INNKEEPER_HOST: '192.168.1.5' }, undefined],
    [{ ...simulated, PORT: '0' }, undefined],
    [{ LINE_API_BASE_URL: 'http://127.0.0.1.example' }, undefined],
  ]
  for (const [environment, address] of table) {
    assert.equal(addressInChats(readConfig(environment)), address, JSON.stringify(environment))
  }
})
