import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { Health, Ready } from '../schemas/service.ts'

/** Health checks and the API reference. */
export const serviceRoutes = defineRoutes({
  getHealth: {
    method: 'GET',
    path: '/health',
    tag: 'Service',
    summary: 'Check that the service is running',
    description: "Needs no key and doesn't check the database.",
    permission: 'public',
    answer: { status: 200, schema: Health },
  },
  getReady: {
    method: 'GET',
    path: '/ready',
    tag: 'Service',
    summary: 'Check that the service is ready',
    description:
      "For load balancers. Also checks the database, and returns 503 if it can't be reached or the service is stopping.",
    permission: 'public',
    answer: { status: 200, schema: Ready },
    errors: ['unavailable'],
  },
  getOpenapi: {
    method: 'GET',
    path: '/openapi.json',
    tag: 'Service',
    summary: 'Get this document',
    permission: 'public',
    answer: { status: 200, media: ['application/json'] },
  },
  getDocs: {
    method: 'GET',
    path: '/docs',
    tag: 'Service',
    summary: 'Open the API reference',
    permission: 'public',
    answer: { status: 200, media: ['text/html'] },
  },
  getDocsAsset: {
    method: 'GET',
    path: '/docs/:asset',
    tag: 'Service',
    summary: 'Get an asset of the API reference',
    permission: 'public',
    params: Type.Object({ asset: Type.String() }),
    answer: { status: 200, media: ['text/javascript'] },
    errors: ['not-found'],
  },
  getGuide: {
    method: 'GET',
    path: '/guide',
    tag: 'Service',
    summary: 'Open the guide',
    permission: 'public',
    answer: { status: 302, to: 'Redirect to its first page' },
  },
  getGuidePage: {
    method: 'GET',
    path: '/guide/:page',
    tag: 'Service',
    summary: 'Open a page of the guide',
    description: 'For example `self-hosting`. The guide is in English.',
    permission: 'public',
    params: Type.Object({ page: Type.String() }),
    answer: { status: 200, media: ['text/html', 'text/css'] },
    errors: ['not-found'],
  },
})
