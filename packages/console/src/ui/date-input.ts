import '@mantine/dates/styles.layer.css'

export { DatePickerInput } from '@mantine/dates'
