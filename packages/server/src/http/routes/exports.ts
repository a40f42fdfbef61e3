import type { FastifyRequest } from 'fastify'
import type { ChannelGrant } from '../../actions/access.ts'
import { exportDay } from '../../actions/messages/export/export-day.ts'
import { exportPart, planExport } from '../../actions/messages/export/export-parts.ts'
import { nextSlice } from '../../domain/long-work.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Gate } from '../gate.ts'
import type { Handlers } from '../handlers.ts'
import { openPageSink } from '../sending/page-sink.ts'
import { sendExport } from '../sending/send-export.ts'

/** Rendered in about ten milliseconds in all formats together; then others get their turn. */
const messagesInSlice = 100

export function exportHandlers(
  deps: AppDeps,
  gate: Gate,
): Handlers<'planExport' | 'downloadExportPart' | 'downloadDay'> {
  const reading = { ...deps, pause: nextSlice, examine: messagesInSlice }
  const renewing = (request: FastifyRequest, grant: ChannelGrant) => () => gate.renew(request, grant)
  return {
    planExport: ({ grant, body, request }) => planExport(reading, grant, body, renewing(request, grant)),
    async downloadExportPart({ grant, params, request, reply }) {
      const part = await exportPart(reading, grant, params.partId, renewing(request, grant))
      return sendExport(deps, { request, reply }, part, { contentType: 'application/zip', open: deps.openExportZip })
    },
    async downloadDay({ grant, query, request, reply }) {
      const page = await exportDay(reading, grant, query.date, renewing(request, grant))
      return sendExport(deps, { request, reply }, page, { contentType: 'text/html; charset=utf-8', open: openPageSink })
    },
  }
}
