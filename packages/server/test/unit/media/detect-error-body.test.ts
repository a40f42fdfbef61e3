import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MediaType } from '@innkeeper/contract'
import { detectErrorBody } from '../../../src/domain/media/detect-error-body.ts'

const jpeg = '\xff\xd8\xff\xe0\0\x10JFIF'

test('an error page is not taken for a picture, a video or a recording', () => {
  const cases: [type: MediaType, contentType: string, head: string, expected: string | undefined][] = [
    ['image', 'image/jpeg', jpeg, undefined],
    ['image', 'text/html', jpeg, undefined],
    ['image', 'application/octet-stream', '\x00\x01\x02 an unknown format', undefined],
    ['image', 'image/x-new', 'words, but who knows', undefined],
    ['image', 'image/svg+xml', '<?xml version="1.0"?><svg/>', undefined],
    ['video', 'video/mp4', '<3 is how this film begins', undefined],
    ['audio', 'audio/amr', '#!AMR\n', undefined],
    ['audio', '', '{ \x00\x01', undefined],
    ['image', 'image/jpeg', '', 'nothing at all'],
    ['image', 'text/plain; charset=utf-8', 'Service busy', 'text (text/plain)'],
    ['video', 'Text/HTML;charset=utf-8', '\n<p>Sorry', 'text (text/html)'],
    ['audio', 'application/problem+json', '??', 'text (application/problem+json)'],
    ['image', 'application/xml', '<Error/>', 'text (application/xml)'],
    ['image', 'image/png', '\r\n <!DOCTYPE HTML><title>502</title>', 'a web page'],
    ['image', 'image/png', '\xef\xbb\xbf<html lang="en">', 'a web page'],
    ['video', 'video/mp4', '{"message":"Internal error"}', 'JSON'],
    ['audio', 'audio/mp4', '[{"code":5}]', 'JSON'],
    ['file', 'text/html', '<!DOCTYPE html><title>My page</title>', undefined],
    ['file', 'application/json', '{"a":1}', undefined],
    ['file', 'text/plain', '', undefined],
  ]
  for (const [type, contentType, head, expected] of cases) {
    const found = detectErrorBody(type, { contentType, head: Buffer.from(head, 'latin1') })
    assert.equal(found, expected, `${type} as ${contentType}: ${JSON.stringify(head)}`)
  }
})
