import type { Texts, Translated } from '../../language.ts'

export const usage: Translated<Texts['usage']> = {
  title: 'การใช้งาน',
  allTitle: 'การใช้งานในทุกช่อง',
  allText: 'ทุกช่องที่คุณมีสิทธิ์เข้าถึง นับวันตามเขตเวลาของแต่ละช่อง',
  nothing: 'ไม่มีข้อความที่บันทึกไว้ในช่วงนี้ เรานับเฉพาะข้อความที่บันทึกไว้',
  span: {
    label: 'ช่วงวันที่',
    days_other: '{{count}} วัน',
    year: '1 ปี',
    own: 'กำหนดเอง',
    pick: 'วันเริ่มต้นและวันสิ้นสุด: {{days}}',
    previousMonth: 'เดือนก่อนหน้า',
    nextMonth: 'เดือนถัดไป',
    tooLong: 'เลือกได้ไม่เกิน {{count}} วัน',
  },
  counters: {
    messages: 'ข้อความ',
    mediaFiles: 'ไฟล์สื่อ',
    mediaBytes: 'ขนาดสื่อ',
    autoReplies: 'การตอบกลับของผู้ช่วย',
    welcomes: 'ข้อความต้อนรับ',
    apiRequests: 'คำขอ API',
  },
  change: {
    against_other: '{{change}} เทียบกับ {{count}} วันก่อนหน้า',
    same_other: 'เท่ากับ {{count}} วันก่อนหน้า',
    new_other: 'เพิ่มจาก 0 ใน {{count}} วันก่อนหน้า',
  },
  chart: '{{name}}: รวม {{total}} สูงสุด {{days}}: {{most}}',
  none: 'ไม่มีในช่วงนี้',
  table: {
    show: 'แสดง “{{name}}” เป็นตาราง',
    back: 'แสดง “{{name}}” เป็นแผนภูมิ',
    label: 'ตาราง: {{name}}',
    days: 'วันที่',
    from: 'ตั้งแต่',
    to: 'ถึง',
    copy: 'คัดลอกตาราง “{{name}}”',
  },
  busiest: {
    title: 'ช่วงเวลาที่คึกคักที่สุด',
    weekday: '{{weekday}}มีข้อความมากที่สุด',
    both: '{{weekday}}มีข้อความมากที่สุด และชั่วโมงที่คึกคักที่สุดคือ {{hours}} น.',
    byWeekday: 'ข้อความตามวันในสัปดาห์',
    byHour: 'ข้อความตามวันและชั่วโมง',
    counted: 'ข้อความที่บันทึกไว้ {{days}}',
  },
  compare: {
    title: 'เปรียบเทียบช่อง',
    text: 'ตามช่วงวันที่ที่เลือกไว้ด้านบน',
    by: 'เปรียบเทียบตาม',
    list: '{{name}}แยกตามช่อง',
    channel: 'ช่อง',
    more_other: 'แสดงอีก {{count}} ช่อง',
  },
  requests: {
    title: 'คำขอ API ของคุณ',
    text: 'จำนวนครั้งที่โปรแกรมและเบราว์เซอร์ของคุณติดต่อกับ Innkeeper รวมถึงการเปิดหน้านี้ นับวันตามเขตเวลาของเซิร์ฟเวอร์',
  },
  model: {
    own: {
      title: 'โทเค็น AI ของคุณวันนี้',
      text: 'เมื่อใช้โควตาของคุณหมด ผู้ช่วยจะไม่ถามโมเดล AI ให้คุณจนกว่าจะถึงพรุ่งนี้',
    },
    channel: {
      title: 'โทเค็น AI ของช่องนี้วันนี้',
      text: 'เมื่อใช้โควตาของช่องหมด ผู้ช่วยจะไม่ถามโมเดล AI ในช่องนี้จนกว่าจะถึงพรุ่งนี้',
    },
    used: '{{used}} โทเค็น',
    usedOf: '{{used}} จาก {{limit}} โทเค็น',
  },
}
