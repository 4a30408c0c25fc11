#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace nebel::lab::testing {

/// What keeps the text from being well-formed XML (of the plain kind a figure is: elements,
/// attributes, text, five entities); empty when nothing does.
inline std::string xml_fault(std::string_view text) {
    std::vector<std::string> open;
    bool root_seen = false;
    std::size_t i = 0;
    const auto name = [&] {
        std::string found;
        while (i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 ||
                                   text[i] == '-' || text[i] == ':'))
            found += text[i++];
        return found;
    };
    const auto spaces = [&] {
        while (i < text.size() && std::isspace(static_cast<unsigned char>(text[i])) != 0)
            ++i;
    };
    const auto entity = [&] {
        for (const std::string_view known : {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"})
            if (text.substr(i, known.size()) == known)
                return true;
        return false;
    };
    while (i < text.size()) {
        if (text[i] != '<') {
            if (text[i] == '&' && !entity())
                return "bare & at " + std::to_string(i);
            if (open.empty() && std::isspace(static_cast<unsigned char>(text[i])) == 0)
                return "text outside the root at " + std::to_string(i);
            ++i;
            continue;
        }
        ++i;
        if (i < text.size() && text[i] == '/') {
            ++i;
            const auto closed = name();
            if (open.empty() || open.back() != closed || text.substr(i, 1) != ">")
                return "unexpected </" + closed;
            open.pop_back();
            ++i;
            continue;
        }
        const auto element = name();
        if (element.empty() || (open.empty() && root_seen))
            return "no element expected at " + std::to_string(i);
        root_seen = true;
        std::vector<std::string> attributes;
        for (spaces(); i < text.size() && text[i] != '>' && text[i] != '/'; spaces()) {
            const auto attribute = name();
            for (const auto& other : attributes)
                if (other == attribute)
                    return "twice: " + attribute;
            attributes.push_back(attribute);
            if (attribute.empty() || text.substr(i, 2) != "=\"")
                return "attribute without value in " + element;
            for (i += 2; i < text.size() && text[i] != '"'; ++i)
                if (text[i] == '<' || (text[i] == '&' && !entity()))
                    return "forbidden in an attribute of " + element;
            ++i;
        }
        if (text.substr(i, 2) == "/>") {
            i += 2;
        } else if (text.substr(i, 1) == ">") {
            open.push_back(element);
            ++i;
        } else {
            return "unfinished <" + element;
        }
    }
    return !open.empty() ? "never closed: " + open.back() : root_seen ? "" : "no element";
}

}  // namespace nebel::lab::testing
