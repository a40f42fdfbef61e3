import type { Connection, Finding } from '@innkeeper/contract/findings'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../ui/format/format.ts'

type FindingText = { title: string; text: string }

export function useFindingText(connections: readonly Connection[]): (finding: Finding) => FindingText {
  const { t } = useTranslation()
  const format = useFormat()
  const findConnection = (platform: string) => connections.find((one) => one.platform === platform)
  const nameOf = (platform: string) => findConnection(platform)?.name ?? platform
  return (finding) => {
    switch (finding.kind) {
      case 'disk-low':
        return withTitle(t('operator.findings.disk-low.title', { size: format.size(finding.freeBytes) }), finding.kind)
      case 'disk-filling':
        return withTitle(t('operator.findings.disk-filling.title', { count: finding.days }), finding.kind)
      case 'warning':
        return withTitle(finding.sentence, finding.kind)
      case 'token-refused':
      case 'signature-failing':
      case 'no-webhook':
      case 'polling-stopped':
      case 'polling-conflict':
      case 'redelivery-unknown': {
        const platform = nameOf(finding.platform)
        const console = findConnection(finding.platform)?.consoleName ?? platform
        return {
          title: t(`operator.findings.${finding.kind}.title`, { platform }),
          text: t(`operator.findings.${finding.kind}.text`, { platform, console }),
        }
      }
      case 'unreachable': {
        const { kind, platform, reason } = finding
        return {
          title: t(`operator.findings.${kind}.title`, { platform: nameOf(platform) }),
          text: t(`operator.findings.${kind}.text`, { reason }),
        }
      }
      case 'events-missed': {
        const { kind, platform, since, until, reason } = finding
        const from = since === null ? t(`operator.findings.${kind}.unknownBegin`) : format.dateTime(since)
        return {
          title: t(`operator.findings.${kind}.title`, { platform: nameOf(platform) }),
          text: t(`operator.findings.${kind}.text`, { from, to: format.dateTime(until), reason }),
        }
      }
      case 'messages-hidden': {
        const { kind, platform, count } = finding
        const console = findConnection(platform)?.consoleName ?? platform
        return {
          title: t(`operator.findings.${kind}.title`, { platform: nameOf(platform), count }),
          text: t(`operator.findings.${kind}.text`, { console }),
        }
      }
      case 'alerts-failing': {
        const { kind, way, reason } = finding
        return {
          title: t(`operator.findings.${kind}.title`, { way: t(`operator.findings.${kind}.ways.${way}`) }),
          text: t(`operator.findings.${kind}.text`, { reason }),
        }
      }
      case 'jobs-late': {
        const { count, since } = finding
        return withTitle(t('operator.findings.jobs-late.title', { count, ago: format.ago(since) }), finding.kind)
      }
      case 'jobs-buried':
        return withTitle(t('operator.findings.jobs-buried.title', { count: finding.count }), finding.kind)
      case 'backup-old':
        return withTitle(t('operator.findings.backup-old.title', { ago: format.ago(finding.lastAt) }), finding.kind)
      case 'snapshot-failed':
      case 'snapshot-late':
      case 'snapshot-differs':
      case 'snapshot-incomplete':
      case 'snapshot-unverified':
      case 'snapshot-drill-failed':
      case 'snapshot-drill-differs':
      case 'snapshot-drill-impossible': {
        const { kind, place, reason } = finding
        return {
          title: t(`operator.findings.${kind}.title`, { place }),
          text: t(`operator.findings.${kind}.text`, { reason }),
        }
      }
      case 'unread':
        return withTitle(t('operator.findings.unread.title', { count: finding.count }), finding.kind)
      case 'never-backed-up':
      case 'not-connected':
        return withTitle(t(`operator.findings.${finding.kind}.title`), finding.kind)
    }
  }

  function withTitle(
    title: string,
    kind: Exclude<Finding['kind'], PlatformKind | PlaceKind | 'alerts-failing'>,
  ): FindingText {
    return { title, text: t(`operator.findings.${kind}.text`) }
  }
}

type PlatformKind = Extract<Finding, { platform: string }>['kind']
type PlaceKind = Extract<Finding, { place: string }>['kind']
