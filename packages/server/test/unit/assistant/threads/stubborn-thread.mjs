import { parentPort } from 'node:worker_threads'

// Stands in for the rule-matching thread and does what the text says.
parentPort.on('message', ({ texts }) => {
  if (texts.includes('stand still')) for (;;);
  if (texts.includes('fall over')) throw new Error('the pattern (secret)+ wants too much memory')
  const tookMs = Number(/^takes (\d+)$/.exec(texts[0])?.[1] ?? 0)
  parentPort.postMessage({ kind: 'found', found: texts.map(() => []), part: null, slowest: null, tookMs })
})
