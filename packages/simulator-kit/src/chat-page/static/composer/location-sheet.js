import { el } from '../ui/dom.js'
import { button, field, openSheet } from '../ui/sheets.js'
import { toast } from '../ui/toasts.js'

const places = [
  { title: 'Lakeside kiosk', address: '2 Harbour Walk', latitude: 47.3597, longitude: 8.5363 },
  { title: '川沿いの喫茶店', address: '水辺町 3-1', latitude: 35.0116, longitude: 135.7681 },
  { title: 'ร้านริมคลอง', address: 'ซอยต้นไผ่ 8', latitude: 13.7563, longitude: 100.5018 },
]

/** Chooses a location to send: a sample or a custom one. */
export function openLocation(send) {
  const title = field('Name', { maxlength: 100 })
  const address = field('Address', { maxlength: 100 })
  const latitude = field('Latitude', { inputmode: 'decimal' })
  const longitude = field('Longitude', { inputmode: 'decimal' })
  openSheet('Send a location', ({ close }) => {
    const take = (place) => {
      close()
      send({ type: 'location', ...place })
    }
    const takeTyped = () => {
      const [north, east] = [latitude, longitude].map(({ input }) => Number(input.value.trim() || 'none'))
      if (!(Math.abs(north) <= 90 && Math.abs(east) <= 180))
        return toast('Enter a latitude from -90 to 90 and a longitude from -180 to 180.')
      return take({ title: title.input.value, address: address.input.value, latitude: north, longitude: east })
    }
    return [
      el('div', { class: 'people' }, ...places.map((place) => button(place.title, () => take(place)))),
      el('h3', {}, 'Another location'),
      title.node,
      address.node,
      el('div', { class: 'field-row' }, latitude.node, longitude.node),
      el('div', { class: 'sheet-actions' }, button('Send', takeTyped, 'button-main')),
    ]
  })
}
