import { createContext, useContext } from 'react'

/** What can be done with a file of the gallery; the same functions as long as the gallery is shown. */
export type GalleryActions = {
  /** Opens it; or selects it, while others are selected. */
  press(id: string, isShift: boolean): void
  /** With shift, all up to it. */
  select(id: string, isShift: boolean): void
}

const nothing: GalleryActions = { press() {}, select() {} }

export const GalleryActionsContext = createContext(nothing)

export const useGalleryActions = () => useContext(GalleryActionsContext)
