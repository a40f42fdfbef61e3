import { useSearch } from '@tanstack/react-router'
import { VersionList } from './version-list.tsx'
import { VersionView } from './version-view.tsx'

export default function VersionsPart() {
  const { version } = useSearch({ from: '/app/channels/$channelId/assistant' })
  return version === undefined ? <VersionList /> : <VersionView key={version} version={version} />
}
