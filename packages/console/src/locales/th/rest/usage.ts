import type { Words } from '../../en.ts'
import type { Translated } from '../../translated.ts'

export const usage: Translated<Words['usage']> = {
  title: 'การใช้งาน',
  allTitle: 'การใช้งานของทุกช่อง',
  allText: 'รวมทุกช่องที่คุณเข้าถึงได้ นับวันตามเขตเวลาของแต่ละช่อง',
  nothing: 'ช่วงนี้ไม่มีข้อความที่เก็บไว้ ระบบจะนับเฉพาะข้อความที่เก็บไว้',
  span: {
    label: 'ช่วงวันที่',
    days_other: '{{count}} วัน',
    year: '1 ปี',
    own: 'กำหนดเอง',
    pick: 'วันเริ่มต้นและวันสิ้นสุด: {{days}}',
    previousMonth: 'เดือนก่อนหน้า',
    nextMonth: 'เดือนถัดไป',
    tooLong: 'ดูได้ครั้งละไม่เกิน {{count}} วัน',
  },
  counters: {
    messages: 'ข้อความ',
    mediaFiles: 'ไฟล์สื่อ',
    mediaBytes: 'ขนาดของสื่อ',
    autoReplies: 'คำตอบของผู้ช่วย',
    welcomes: 'ข้อความต้อนรับ',
    apiRequests: 'คำขอ',
  },
  change: {
    against_other: '{{change}} เทียบกับ {{count}} วันก่อนหน้า',
    same_other: 'เท่ากับ {{count}} วันก่อนหน้า',
    new_other: '{{count}} วันก่อนหน้าไม่มีเลย',
  },
  chart: '{{name}}: รวม {{total}} มากที่สุด {{days}}: {{most}}',
  none: 'ช่วงนี้ไม่มี',
  table: {
    show: 'แสดง{{name}}เป็นตาราง',
    back: 'แสดง{{name}}เป็นกราฟ',
    label: 'ตาราง: {{name}}',
    days: 'วันที่',
    from: 'ตั้งแต่',
    to: 'ถึง',
    copy: 'คัดลอกตาราง{{name}}',
  },
  busiest: {
    title: 'ช่วงเวลาที่คุยกันมากที่สุด',
    weekday: '{{weekday}}มีข้อความมากที่สุด',
    both: '{{weekday}}มีข้อความมากที่สุด และชั่วโมงที่คึกคักที่สุดคือ {{hours}}',
    byWeekday: 'จำนวนข้อความตามวันในสัปดาห์',
    byHour: 'จำนวนข้อความตามวันและชั่วโมง',
    counted: 'ข้อความที่ยังเก็บอยู่ {{days}}',
  },
  compare: {
    title: 'เปรียบเทียบช่อง',
    text: 'ช่วงวันเดียวกัน เทียบกันทีละช่อง',
    by: 'เปรียบเทียบตาม',
    list: '{{name}}ของแต่ละช่อง',
    channel: 'ช่อง',
    more_other: 'แสดงอีก {{count}} รายการ',
  },
  requests: {
    title: 'คำขอของคุณ',
    text: 'จำนวนคำขอจากคีย์และการลงชื่อเข้าใช้ของคุณ นับตามวันของระบบ การเปิดหน้านี้ก็นับด้วย',
  },
  model: {
    own: {
      title: 'โทเค็น AI ของคุณวันนี้',
      text: 'เมื่อใช้ส่วนแบ่งหมด ผู้ช่วยจะไม่ถามโมเดลภาษาให้คุณจนถึงพรุ่งนี้',
    },
    channel: {
      title: 'โทเค็น AI ของช่องนี้วันนี้',
      text: 'เมื่อใช้ส่วนแบ่งหมด ผู้ช่วยจะไม่ถามโมเดลภาษาในช่องนี้จนถึงพรุ่งนี้',
    },
    used: '{{used}} โทเค็น',
    usedOf: 'ใช้ไป {{used}} จาก {{limit}} โทเค็น',
  },
}
