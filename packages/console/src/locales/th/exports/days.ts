export const memories = {
  title: 'วันนี้ในอดีต',
  open: 'วันนี้ในอดีต: {{years}}',
  ago_other: '{{count}} ปีที่แล้ว',
  private: 'แสดงที่นี่เท่านั้น ไม่ส่งอะไรไปในแชท',
  showDay: 'แสดงวันนั้น',
  showMessage: 'ดูในการสนทนา: {{what}}',
} as const

export const dayFile = {
  save: 'บันทึกวันที่ {{day}} เป็นไฟล์',
  share: 'แชร์วันที่ {{day}}',
  ready: 'พร้อมแล้ว แชร์เลย',
} as const
