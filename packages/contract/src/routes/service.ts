import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { Health, Ready } from '../schemas/service.ts'

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
  getPicture: {
    method: 'GET',
    path: '/pictures/:name',
    tag: 'Service',
    summary: "A channel's or a person's picture",
    description:
      'As the platform had it when it was last looked at. The name comes from `picture` and `pictureUrl` of other ' +
      'answers; a new picture has a new name, so this one may be cached for ever.',
    permission: 'public',
    params: Type.Object({ name: Type.String() }),
    answer: { status: 200, media: ['image/*'] },
    errors: ['not-found'],
  },
  getDefaultPicture: {
    method: 'GET',
    path: '/pictures/default/:name',
    tag: 'Service',
    summary: 'A drawn picture',
    description:
      'Stands in for a channel or a person without a picture. The name is eight hexadecimal digits and `.svg`.',
    permission: 'public',
    params: Type.Object({ name: Type.String() }),
    answer: { status: 200, media: ['image/svg+xml'] },
    errors: ['not-found'],
  },
})
