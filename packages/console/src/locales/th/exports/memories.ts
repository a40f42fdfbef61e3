export const memories = {
  title: 'วันนี้ในอดีต',
  open: 'วันนี้ในอดีต: {{years}}',
  ago_other: '{{count}} ปีที่แล้ว',
  private: 'แสดงที่นี่เท่านั้น ไม่มีการส่งอะไรไปยังแชท',
  showDay: 'แสดงวันนี้',
  showMessage: 'แสดงในการสนทนา: {{what}}',
} as const
