import encodeQR from 'qr'
import { useMemo } from 'react'

/** Dark on white in both color schemes, because some cameras don't read it otherwise. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = useMemo(() => encodeQR(text, 'raw', { border: 4 }), [text])
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg viewBox={`0 0 ${rows.length} ${rows.length}`} width={180} height={180} role="img" aria-label={label}>
      <rect width="100%" height="100%" fill="#fff" rx={1} />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
