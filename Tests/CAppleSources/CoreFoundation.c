// The functions of CoreFoundation that the headers declare: each is called, so each is there to be linked.
#include <CoreFoundation/CoreFoundation.h>

#include "CAppleSources.h"

static Boolean Same(CFStringRef _Nullable string, const char *text) {
    char buffer[256];
    return string && CFStringGetCString(string, buffer, sizeof buffer, kCFStringEncodingUTF8) && strcmp(buffer, text) == 0;
}

int StringsWork(void) {
    CFStringRef string = CFStringCreateWithCString(kCFAllocatorDefault, "Bass drum", kCFStringEncodingUTF8);
    EXPECT(CFGetTypeID(string) == CFStringGetTypeID() && CFStringGetLength(string) == 9);
    EXPECT(CFStringGetCharacterAtIndex(string, 5) == 'd');
    UniChar chars[4];
    CFStringGetCharacters(string, CFRangeMake(0, 4), chars);
    EXPECT(chars[0] == 'B' && chars[3] == 's');
    EXPECT(CFStringHasPrefix(string, CFSTR("Bass")) && CFStringHasSuffix(string, CFSTR("drum")));
    EXPECT(CFStringFind(string, CFSTR("drum"), 0).location == 5);
    EXPECT(CFStringFind(string, CFSTR("Pan"), 0).location == kCFNotFound);
    EXPECT(CFStringCompare(string, CFSTR("bass DRUM"), kCFCompareCaseInsensitive) == kCFCompareEqualTo);
    EXPECT(CFHash(string) == CFHash(CFSTR("Bass drum")) && CFEqual(string, CFSTR("Bass drum")));
    UInt8 bytes[16];
    CFIndex used = 0;
    EXPECT(CFStringGetBytes(string, CFRangeMake(0, 9), kCFStringEncodingASCII, 0, FALSE, bytes, 16, &used) == 9 && used == 9);
    EXPECT(bytes[0] == 'B' && CFStringGetMaximumSizeForEncoding(9, kCFStringEncodingUTF8) >= 9);
    EXPECT(CFStringGetSystemEncoding() != kCFStringEncodingInvalidId);
    const char *direct = CFStringGetCStringPtr(string, kCFStringEncodingUTF8);
    EXPECT(!direct || strcmp(direct, "Bass drum") == 0);

    CFStringRef substring = CFStringCreateWithSubstring(NULL, string, CFRangeMake(0, 4));
    CFStringRef copy = CFStringCreateCopy(NULL, string);
    CFStringRef ofBytes = CFStringCreateWithBytes(NULL, bytes, 4, kCFStringEncodingUTF8, FALSE);
    CFStringRef ofChars = CFStringCreateWithCharacters(NULL, chars, 4);
    CFStringRef ofLiteral = CFStringCreateWithCStringNoCopy(NULL, "Bass", kCFStringEncodingUTF8, kCFAllocatorNull);
    EXPECT(Same(substring, "Bass") && Same(copy, "Bass drum") && Same(ofBytes, "Bass") && Same(ofChars, "Bass") && Same(ofLiteral, "Bass"));
    CFStringRef format = CFStringCreateWithFormat(NULL, NULL, CFSTR("%d Hz, %@"), 440, CFSTR("sine"));
    EXPECT(Same(format, "440 Hz, sine"));
    EXPECT(CFStringGetIntValue(CFSTR("42")) == 42 && CFStringGetDoubleValue(CFSTR("0.5")) == 0.5);

    CFStringRef path = CFStringCreateWithFileSystemRepresentation(NULL, "/a/b.wav");
    char buffer[64];
    EXPECT(CFStringGetFileSystemRepresentation(path, buffer, sizeof buffer) && strcmp(buffer, "/a/b.wav") == 0);
    EXPECT(CFStringGetMaximumSizeOfFileSystemRepresentation(path) >= 9);
    CFArrayRef parts = CFStringCreateArrayBySeparatingStrings(NULL, path, CFSTR("/"));
    CFStringRef joined = CFStringCreateByCombiningStrings(NULL, parts, CFSTR("-"));
    EXPECT(CFArrayGetCount(parts) == 3 && Same(joined, "-a-b.wav"));

    CFMutableStringRef made = CFStringCreateMutable(NULL, 0);
    CFStringAppend(made, CFSTR("a"));
    CFStringAppendCString(made, "b", kCFStringEncodingUTF8);
    CFStringAppendFormat(made, NULL, CFSTR("%d"), 1);
    CFMutableStringRef again = CFStringCreateMutableCopy(NULL, 0, made);
    EXPECT(Same(made, "ab1") && CFEqual(made, again));

    CFStringRef description = CFCopyDescription(string), type = CFCopyTypeIDDescription(CFStringGetTypeID());
    EXPECT(description && Same(type, "CFString"));
    const void *all[] = {string, substring, copy, ofBytes, ofChars, ofLiteral, format, path, parts, joined, made, again, description, type};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) CFRelease(all[i]);
    return 0;
}

int URLsWork(void) {
    CFURLRef folder = CFURLCreateWithFileSystemPath(NULL, CFSTR("/sounds"), kCFURLPOSIXPathStyle, TRUE);
    CFURLRef url = CFURLCreateCopyAppendingPathComponent(NULL, folder, CFSTR("kick.wav"), FALSE);
    CFURLRef without = CFURLCreateCopyDeletingPathExtension(NULL, url);
    CFURLRef other = CFURLCreateCopyAppendingPathExtension(NULL, without, CFSTR("caf"));
    CFURLRef back = CFURLCreateCopyDeletingLastPathComponent(NULL, url);
    CFURLRef relative = CFURLCreateWithFileSystemPathRelativeToBase(NULL, CFSTR("kick.wav"), kCFURLPOSIXPathStyle, FALSE, folder);
    CFURLRef absolute = CFURLCopyAbsoluteURL(relative);
    CFURLRef ofBytes = CFURLCreateWithBytes(NULL, (const UInt8 *)"file:///a", 9, kCFStringEncodingUTF8, NULL);
    CFURLRef ofString = CFURLCreateWithString(NULL, CFSTR("file:///a"), NULL);
    CFURLRef ofPath = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)"/a", 2, FALSE);
    EXPECT(CFGetTypeID(url) == CFURLGetTypeID() && CFURLHasDirectoryPath(folder) && !CFURLHasDirectoryPath(url));
    CFStringRef path = CFURLCopyPath(url), file = CFURLCopyFileSystemPath(url, kCFURLPOSIXPathStyle);
    CFStringRef name = CFURLCopyLastPathComponent(url), extension = CFURLCopyPathExtension(url), scheme = CFURLCopyScheme(url);
    EXPECT(Same(path, "/sounds/kick.wav") && Same(file, "/sounds/kick.wav") && Same(name, "kick.wav"));
    EXPECT(Same(extension, "wav") && Same(scheme, "file") && Same(CFURLGetString(other), "file:///sounds/kick.caf"));
    EXPECT(Same(CFURLGetString(back), "file:///sounds/") && Same(CFURLGetString(absolute), "file:///sounds/kick.wav"));
    EXPECT(CFEqual(ofBytes, ofString) && CFEqual(ofString, ofPath));
    UInt8 buffer[64];
    EXPECT(CFURLGetFileSystemRepresentation(url, TRUE, buffer, sizeof buffer) && strcmp((char *)buffer, "/sounds/kick.wav") == 0);
    const void *all[] = {folder, url, without, other, back, relative, absolute, ofBytes, ofString, ofPath, path, file, name, extension, scheme};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) CFRelease(all[i]);
    return 0;
}

int NumbersWork(void) {
    SInt32 value = 44100, read = 0;
    double rate = 0.5;
    CFNumberRef whole = CFNumberCreate(NULL, kCFNumberSInt32Type, &value), part = CFNumberCreate(NULL, kCFNumberDoubleType, &rate);
    EXPECT(CFGetTypeID(whole) == CFNumberGetTypeID() && CFNumberGetType(whole) == kCFNumberSInt32Type);
    EXPECT(CFNumberGetValue(whole, kCFNumberSInt32Type, &read) && read == 44100);
    EXPECT(CFNumberIsFloatType(part) && !CFNumberIsFloatType(whole));
    EXPECT(CFNumberCompare(part, whole, NULL) == kCFCompareLessThan);
    EXPECT(CFBooleanGetValue(kCFBooleanTrue) && !CFBooleanGetValue(kCFBooleanFalse));
    EXPECT(CFGetTypeID(kCFBooleanTrue) == CFBooleanGetTypeID() && CFGetTypeID(kCFNull) != CFNumberGetTypeID());
    CFRelease(whole), CFRelease(part);
    void *memory = CFAllocatorAllocate(kCFAllocatorSystemDefault, 16, 0);
    EXPECT(memory);
    CFAllocatorDeallocate(kCFAllocatorSystemDefault, memory);
    EXPECT(CFRetain(kCFAllocatorMalloc) && CFAbsoluteTimeGetCurrent() > 0);
    return 0;
}

static void Count(const void *_Nullable key, const void *_Nullable value, void *_Nullable context) {
    if (key && value) ++*(int *)context;
}

int DictionariesWork(void) {
    const void *keys[] = {CFSTR("a"), CFSTR("b")}, *values[] = {CFSTR("1"), CFSTR("2")};
    CFDictionaryRef dictionary = CFDictionaryCreate(NULL, keys, values, 2, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    EXPECT(CFGetTypeID(dictionary) == CFDictionaryGetTypeID() && CFDictionaryGetCount(dictionary) == 2);
    EXPECT(CFDictionaryContainsKey(dictionary, CFSTR("a")) && Same(CFDictionaryGetValue(dictionary, CFSTR("b")), "2"));
    const void *value = NULL, *some[2];
    EXPECT(CFDictionaryGetValueIfPresent(dictionary, CFSTR("a"), &value) && Same(value, "1"));
    CFDictionaryGetKeysAndValues(dictionary, some, NULL);
    int count = 0;
    CFDictionaryApplyFunction(dictionary, Count, &count);
    EXPECT(count == 2 && some[0] && some[1]);
    CFDictionaryRef copy = CFDictionaryCreateCopy(NULL, dictionary);
    CFMutableDictionaryRef open = CFDictionaryCreateMutableCopy(NULL, 0, dictionary);
    CFMutableDictionaryRef made = CFDictionaryCreateMutable(NULL, 0, &kCFCopyStringDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    EXPECT(CFEqual(copy, dictionary));
    CFDictionarySetValue(made, CFSTR("a"), CFSTR("1"));
    CFDictionaryAddValue(made, CFSTR("b"), CFSTR("3"));
    CFDictionaryReplaceValue(made, CFSTR("b"), CFSTR("2"));
    EXPECT(CFEqual(made, open));
    CFDictionaryRemoveValue(open, CFSTR("a"));
    CFDictionaryRemoveAllValues(made);
    EXPECT(CFDictionaryGetCount(open) == 1 && CFDictionaryGetCount(made) == 0);
    CFRelease(dictionary), CFRelease(copy), CFRelease(open), CFRelease(made);
    return 0;
}

static void Add(const void *_Nullable value, void *_Nullable context) {
    CFStringAppend((CFMutableStringRef)context, (CFStringRef)value);
}
static CFComparisonResult Compare(const void *_Nullable a, const void *_Nullable b, void *_Nullable context) {
    (void)context;
    return CFStringCompare((CFStringRef)a, (CFStringRef)b, 0);
}

int ArraysWork(void) {
    const void *values[] = {CFSTR("c"), CFSTR("a")}, *read[2];
    CFArrayRef array = CFArrayCreate(NULL, values, 2, &kCFTypeArrayCallBacks);
    EXPECT(CFGetTypeID(array) == CFArrayGetTypeID() && CFArrayGetCount(array) == 2 && Same(CFArrayGetValueAtIndex(array, 1), "a"));
    CFArrayGetValues(array, CFRangeMake(0, 2), read);
    EXPECT(read[0] == values[0] && CFArrayContainsValue(array, CFRangeMake(0, 2), CFSTR("c")));
    EXPECT(CFArrayGetFirstIndexOfValue(array, CFRangeMake(0, 2), CFSTR("a")) == 1);
    CFArrayRef copy = CFArrayCreateCopy(NULL, array);
    CFMutableArrayRef open = CFArrayCreateMutableCopy(NULL, 0, array), made = CFArrayCreateMutable(NULL, 0, &kCFTypeArrayCallBacks);
    EXPECT(CFEqual(copy, array));
    CFArrayAppendValue(made, CFSTR("x"));
    CFArraySetValueAtIndex(made, 0, CFSTR("b"));
    CFArrayInsertValueAtIndex(made, 0, CFSTR("y"));
    CFArrayRemoveValueAtIndex(made, 0);
    CFArrayAppendArray(open, made, CFRangeMake(0, 1));
    CFArraySortValues(open, CFRangeMake(0, 3), Compare, NULL);
    CFMutableStringRef text = CFStringCreateMutable(NULL, 0);
    CFArrayApplyFunction(open, CFRangeMake(0, 3), Add, text);
    EXPECT(Same(text, "abc"));
    CFArrayRemoveAllValues(made);
    EXPECT(CFArrayGetCount(made) == 0);
    CFRelease(array), CFRelease(copy), CFRelease(open), CFRelease(made), CFRelease(text);
    return 0;
}

int DataWork(void) {
    static const UInt8 bytes[4] = {1, 2, 3, 4};
    UInt8 read[2];
    CFDataRef data = CFDataCreate(NULL, bytes, 4), copy = CFDataCreateCopy(NULL, data);
    CFDataRef same = CFDataCreateWithBytesNoCopy(NULL, bytes, 4, kCFAllocatorNull);
    CFMutableDataRef made = CFDataCreateMutable(NULL, 0), open = CFDataCreateMutableCopy(NULL, 0, data);
    EXPECT(CFGetTypeID(data) == CFDataGetTypeID() && CFDataGetLength(data) == 4 && CFDataGetBytePtr(data)[2] == 3);
    CFDataGetBytes(data, CFRangeMake(1, 2), read);
    EXPECT(read[0] == 2 && read[1] == 3 && CFEqual(data, copy) && CFEqual(data, same));
    CFDataAppendBytes(made, bytes, 2);
    CFDataIncreaseLength(made, 2);
    CFDataGetMutableBytePtr(made)[3] = 9;
    CFDataSetLength(open, 1);
    EXPECT(CFDataGetLength(made) == 4 && CFDataGetBytePtr(made)[2] == 0 && CFDataGetBytePtr(made)[3] == 9 && CFDataGetLength(open) == 1);
    CFRelease(data), CFRelease(copy), CFRelease(same), CFRelease(made), CFRelease(open);
    return 0;
}

int PropertyListsWork(void) {
    const void *key = CFSTR("name"), *value = CFSTR("Rock");
    CFDictionaryRef list = CFDictionaryCreate(NULL, &key, &value, 1, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    EXPECT(CFPropertyListIsValid(list, kCFPropertyListXMLFormat_v1_0));
    CFErrorRef error = NULL;
    CFPropertyListFormat format;
    CFDataRef binary = CFPropertyListCreateData(NULL, list, kCFPropertyListBinaryFormat_v1_0, 0, &error);
    CFDataRef xml = CFPropertyListCreateXMLData(NULL, list);
    EXPECT(binary && xml && !error);
    CFPropertyListRef first = CFPropertyListCreateWithData(NULL, binary, kCFPropertyListImmutable, &format, &error);
    CFPropertyListRef second = CFPropertyListCreateFromXMLData(NULL, xml, kCFPropertyListImmutable, NULL);
    EXPECT(CFEqual(first, list) && CFEqual(second, list) && format == kCFPropertyListBinaryFormat_v1_0);
    CFDataRef none = CFDataCreate(NULL, (const UInt8 *)"<plist>", 7);
    EXPECT(!CFPropertyListCreateWithData(NULL, none, kCFPropertyListImmutable, NULL, &error) && error);
    CFStringRef words = CFErrorCopyDescription(error);
    EXPECT(words && CFErrorGetCode(error) != 0 && CFGetTypeID(error) == CFErrorGetTypeID());
    CFRelease(list), CFRelease(binary), CFRelease(xml), CFRelease(first), CFRelease(second), CFRelease(none), CFRelease(error), CFRelease(words);
    return 0;
}

static void Fire(CFRunLoopTimerRef timer, void *_Nullable info) {
    (void)timer;
    *(int *)info = 1;
    CFRunLoopStop(CFRunLoopGetCurrent());
}

int RunLoopsWork(void) {
    int fired = 0;
    CFRunLoopTimerContext context = {0, &fired, NULL, NULL, NULL};
    CFRunLoopTimerRef timer = CFRunLoopTimerCreate(NULL, CFAbsoluteTimeGetCurrent(), 0.001, 0, 0, Fire, &context);
    CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, kCFRunLoopDefaultMode);
    CFRunLoopWakeUp(CFRunLoopGetCurrent());
    EXPECT(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 10, FALSE) == kCFRunLoopRunStopped && fired);
    fired = 0;
    CFRunLoopRun();
    EXPECT(fired);
    CFRunLoopRemoveTimer(CFRunLoopGetCurrent(), timer, kCFRunLoopDefaultMode);
    CFRunLoopTimerInvalidate(timer);
    CFRelease(timer);
    EXPECT(CFRunLoopGetMain() && Same(kCFRunLoopCommonModes, "kCFRunLoopCommonModes"));
    return 0;
}

int BundlesWork(void) {
    CFBundleRef bundle = CFBundleGetMainBundle();
    EXPECT(bundle);
    CFURLRef url = CFBundleCopyBundleURL(bundle), folder = CFBundleCopyResourcesDirectoryURL(bundle);
    EXPECT(url && folder && !CFBundleCopyResourceURL(bundle, CFSTR("no such sound"), CFSTR("wav"), NULL));
    EXPECT(!CFBundleGetBundleWithIdentifier(CFSTR("no such bundle")));
    (void)CFBundleGetIdentifier(bundle);
    CFRelease(url), CFRelease(folder);
    return 0;
}
