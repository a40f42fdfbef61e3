import type { CSSProperties, ReactElement } from 'react'

export type IconProps = {
  /** Width and height, in pixels or as a CSS length. */
  size?: number | string
  /** Width of the lines. */
  stroke?: number
  color?: string
  className?: string | undefined
  style?: CSSProperties
  'aria-hidden'?: boolean
  'aria-label'?: string
  role?: string
}

export type Icon = (props: IconProps) => ReactElement

/** An icon of 24 × 24 units, from the data of its paths. */
export function createIcon(style: 'outline' | 'filled', ...paths: string[]): Icon {
  return ({ size = 24, stroke = 2, color = 'currentColor', ...rest }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: an icon stands beside its text, or its button has a label
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(style === 'filled' ? { fill: color, stroke: 'none' } : { fill: 'none', stroke: color, strokeWidth: stroke })}
      {...rest}
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
