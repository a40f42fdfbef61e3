import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../../../../scripts/browser.ts'
import { message } from '../../support/content/events.ts'
import { photo } from '../../support/content/pictures.ts'
import { startTestService } from '../../support/test-service.ts'

// What a browser does with files that people sent, when it sends the key with every request.

// Code that runs in the page is a string, because this project has no browser types.

const looksAlive = `
  document.querySelector('video, audio')?.readyState >= 2 || document.querySelector('img')?.naturalWidth > 0`

const recording = `(async () => {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
  const parts = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  const stopped = new Promise((resolve) => { recorder.onstop = resolve })
  recorder.start()
  for (let frame = 0; frame < 5; frame++) {
    pen.fillStyle = frame % 2 ? 'red' : 'blue'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  recorder.stop()
  await stopped
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
})()`

const service = await startTestService()
const { authorization = '' } = await service.caller('U-owner')
const channel = await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
const browser = await openBrowser()
after(() => browser.close())
const latin = (text: string) => Buffer.from(text, 'latin1')

const shout = 'alert(document.domain);window.ran=1'
const page = `<html><body><script>${shout}</script><img src=x onerror="${shout}"></body></html>`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${shout}"><script>${shout}</script></svg>`
const hostile: Record<string, Buffer> = {
  html: latin(`<!doctype html>${page}`),
  svg: latin(svg),
  xhtml: latin(`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${shout}</script></html>`),
  'gif-script': latin(`GIF89a=1;${shout}//`),
  'jpeg-page': latin(`\xff\xd8\xff\xe0${page}`),
  'png-svg': Buffer.concat([latin('\x89PNG\r\n\x1a\n'), latin(svg)]),
  'mp4-page': latin(`\0\0\0\x18ftypmp42${page}`),
  'mp3-script': latin(`ID3=1;${shout}//`),
  'pdf-script': latin(`%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(${shout})>>>>endobj`),
  script: latin(shout),
}
const picture = await photo({ width: 40, height: 30 }).png().toBuffer()
for (const [id, bytes] of Object.entries({ ...hostile, picture, sound: beep(), film: await recordFilm() })) {
  await service.receive([message(channel, service.clock.now, { id, content: { type: 'file', fileName: `${id}.png` } })])
  await service.storeMedia(channel, id, bytes)
}
const urlOf = (id: string, suffix: string) => `${service.url}/api/channels/${channel}/backup/media/${id}${suffix}`

describe('files from other people in a browser', () => {
  for (const suffix of ['', '/view']) {
    const urls = Object.keys(hostile).map((id) => urlOf(id, suffix))

    test(`nothing in them runs when they are opened${suffix && ' for viewing'}`, async () => {
      const watched = await watch(async (tab, look) => {
        for (const url of urls) {
          // Playwright reports a download as a failed navigation.
          await tab.goto(url).catch(() => null)
          await look()
        }
      })
      assert.deepEqual(watched, { dialogs: [], ran: [] })
    })

    test(`nothing in them runs when a page of the same origin embeds them${suffix && ' for viewing'}`, async () => {
      const tags = urls.flatMap((url) => [
        `<script src="${url}"></script>`,
        `<script type="module" src="${url}"></script>`,
        `<iframe src="${url}"></iframe>`,
        `<embed src="${url}">`,
        `<object data="${url}"></object>`,
        `<img src="${url}">`,
      ])
      const watched = await watch(async (tab, look) => {
        await setPage(tab, tags.join('\n'))
        await look()
      })
      assert.deepEqual(watched, { dialogs: [], ran: [] })
    })
  }

  test('control: the same bytes do run on a careless server', async () => {
    const careless = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(hostile['jpeg-page']),
    )
    await new Promise<void>((resolve) => careless.listen(0, '127.0.0.1', resolve))
    after(() => careless.close())
    const { port } = careless.address() as AddressInfo
    const { dialogs, ran } = await watch(async (tab, look) => {
      await tab.goto(`http://127.0.0.1:${port}/`)
      await look()
    })
    assert.ok(dialogs.length > 0 && ran.length > 0)
  })

  test('pictures, videos and sounds are shown and played, in a page and opened by themselves', async () => {
    for (const [id, tag] of [
      ['picture', 'img'],
      ['film', 'video'],
      ['sound', 'audio'],
    ] as const) {
      const url = urlOf(id, '/view')
      const tab = await openTab()
      await setPage(tab, `<${tag} src="${url}"></${tag}>`)
      assert.ok(await isSeen(tab), `${id} in a page`)
      await tab.goto(url)
      assert.ok(await isSeen(tab), `${id} by itself`)
      await tab.context().close()
    }
  })
})

async function openTab(): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: { authorization } })
  return context.newPage()
}

type Look = () => Promise<void>

/** What did run: texts of dialogs, and URLs of frames in which a script had left its mark when `look` was called. */
async function watch(act: (tab: Page, look: Look) => Promise<void>): Promise<{ dialogs: string[]; ran: string[] }> {
  const tab = await openTab()
  const dialogs: string[] = []
  const ran: string[] = []
  tab.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await act(tab, async () => {
    await tab.waitForLoadState('load')
    for (const frame of tab.frames()) {
      if (await frame.evaluate("'ran' in globalThis").catch(() => false)) ran.push(frame.url())
    }
  })
  await tab.context().close()
  return { dialogs, ran }
}

/** A page on the service's own origin, which is the most dangerous case. */
async function setPage(tab: Page, html: string): Promise<void> {
  const url = `${service.url}/a-page-of-the-console`
  await tab.route(url, (route) => route.fulfill({ contentType: 'text/html', body: `<!doctype html>${html}` }))
  await tab.goto(url)
}

function isSeen(tab: Page): Promise<boolean> {
  return tab.waitForFunction(looksAlive, undefined, { timeout: 10_000 }).then(
    () => true,
    () => false,
  )
}

/** A short video that the browser records, because nothing else here can create one. */
async function recordFilm(): Promise<Buffer> {
  const tab = await browser.newPage()
  const base64 = await tab.evaluate<string>(recording)
  await tab.close()
  return Buffer.from(base64, 'base64')
}

/** Half a second of silence as a WAV file. */
function beep(): Buffer {
  const samples = Buffer.alloc(4000, 128)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, 8000],
    [40, samples.length],
  ] as const) {
    head.writeUInt32LE(value, at)
  }
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const) {
    head.writeUInt16LE(value, at)
  }
  head.write('data', 36, 'latin1')
  return Buffer.concat([head, samples])
}
