import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { Health, Ready } from '../schemas/service.ts'

/** Health checks and the API reference. */
export const serviceRoutes = defineRoutes({
  getHealth: {
    method: 'GET',
    path: '/health',
    tag: 'Service',
    summary: 'Is the service alive?',
    description: 'Answers without a key and touches nothing but the clock.',
    permission: 'public',
    answer: { status: 200, schema: Health },
  },
  getReady: {
    method: 'GET',
    path: '/ready',
    tag: 'Service',
    summary: 'Can it take requests?',
    description: 'Asks the store. 503 while it cannot be reached or the service is stopping; for load balancers.',
    permission: 'public',
    answer: { status: 200, schema: Ready },
    errors: ['unavailable'],
  },
  getOpenapi: {
    method: 'GET',
    path: '/openapi.json',
    tag: 'Service',
    summary: 'This document',
    permission: 'public',
    answer: { status: 200, media: ['application/json'] },
  },
  getDocs: {
    method: 'GET',
    path: '/docs',
    tag: 'Service',
    summary: 'The API reference as a page',
    permission: 'public',
    answer: { status: 200, media: ['text/html'] },
  },
  getDocsAsset: {
    method: 'GET',
    path: '/docs/:asset',
    tag: 'Service',
    summary: 'Script and style of the API reference',
    permission: 'public',
    params: Type.Object({ asset: Type.String() }),
    answer: { status: 200, media: ['text/javascript'] },
    errors: ['not-found'],
  },
})
